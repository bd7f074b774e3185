import type { GooglePurpose } from '#domain/users/google.ts';
import { createStore } from '#web/api/store.ts';

/** True when the server offers „Continuă cu Google”, as it said with the session. */
export const googleOffered = createStore(false);

const AWAY = 'fotolot.google-away';

/** If the browser refuses storage, other tabs learn of the sign-in at their next request. */
export function noteGoogleAway(purpose: GooglePurpose): void {
  try {
    sessionStorage.setItem(AWAY, purpose);
  } catch {}
}

/** Returns the purpose once after this tab was at Google; else null. */
export function backFromGoogle(): string | null {
  try {
    const purpose = sessionStorage.getItem(AWAY);
    sessionStorage.removeItem(AWAY);
    return purpose;
  } catch {
    return null;
  }
}
