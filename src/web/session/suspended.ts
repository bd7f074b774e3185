import { createStore } from '#web/api/store.ts';

/** True when the account that was signed in has been suspended, as the server says with the session. */
export const suspended = createStore(false);
