import { readSession } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { currentUser, identity, signedIn, signedOut } from '#web/session/auth.ts';

/** Signing in or out in one tab is news for the others: they share the cookie. */
const CHANNEL = 'fotolot-session';
type News = { readonly kind: 'in' | 'out' };

let channel: BroadcastChannel | null = null;

export function tellOtherTabs(kind: News['kind']): void {
  channel?.postMessage({ kind } satisfies News);
}

export function listenToOtherTabs(): void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind === 'out') {
      if (identity.read().state === 'in') void signedOut();
      return;
    }
    void follow();
  };
}

async function follow(): Promise<void> {
  const { user } = await call(readSession, {}).catch(() => ({ user: null }));
  if (user === null) return;
  if (currentUser() !== null && currentUser()?.uid !== user.uid) await signedOut();
  signedIn(user);
}
