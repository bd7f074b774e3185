import { createStore } from '#web/api/store.ts';

/** True when accounts at a site with adverts can be linked, as the server said with the session. */
export const advertsOffered = createStore(false);
