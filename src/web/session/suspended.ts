import { createStore } from '#web/api/store.ts';

/** Whether nobody is signed in because the account that was has been suspended, as the server says with the session. */
export const suspended = createStore(false);
