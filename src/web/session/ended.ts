import { createStore } from '#web/api/store.ts';

/** True when this browser had a session that it did not end itself: another device did, or it ran out. */
export const ended = createStore(false);
