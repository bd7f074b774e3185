import { createStore } from '#web/api/store.ts';

/** Whether the server offers „Continuă cu Google”, as it said with the session. */
export const googleOffered = createStore(false);

const AWAY = 'fotolot.google-away';

/** Where the browser refuses storage, other tabs learn of the sign-in at their next request. */
export function noteGoogleAway(): void {
  try {
    sessionStorage.setItem(AWAY, '1');
  } catch {}
}

/** True once after this tab was at Google. */
export function isBackFromGoogle(): boolean {
  try {
    const wasAway = sessionStorage.getItem(AWAY) !== null;
    sessionStorage.removeItem(AWAY);
    return wasAway;
  } catch {
    return false;
  }
}
