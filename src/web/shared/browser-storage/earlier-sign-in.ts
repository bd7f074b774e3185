import { tryStorage } from '#web/api/browser-storage.ts';
import { identity } from '#web/session/auth.ts';

/** This browser was signed in before; it says nothing of who did. */
const KEY = 'fotolot.known';
let isKnown = tryStorage(() => localStorage.getItem(KEY) !== null) ?? false;

export function hasSignedInBefore(): boolean {
  return isKnown;
}

export function followSignIns(): void {
  identity.subscribe(() => {
    if (identity.read().state !== 'in' || isKnown) return;
    isKnown = true;
    keepEarlierSignIn();
  });
}

/** The browser's storage is emptied at sign-out: what belongs to the browser is stored again. */
export function keepEarlierSignIn(): void {
  if (isKnown) tryStorage(() => localStorage.setItem(KEY, '1'));
}
