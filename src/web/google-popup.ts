import { GOOGLE_CHANNEL } from '#web/session/google/google-channel.ts';

/** The popup's last page: the outcome is its hash. The page that waits closes it; where none does, it closes itself. */
const LINGER_MS = 1000;

new BroadcastChannel(GOOGLE_CHANNEL).postMessage(window.location.hash.slice(1));
setTimeout(() => window.close(), LINGER_MS);
