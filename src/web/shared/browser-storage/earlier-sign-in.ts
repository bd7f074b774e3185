import { tryStorage } from '#web/api/browser-storage.ts';
import { identity } from '#web/session/auth.ts';

/** Marks that this browser was signed in before; it does not say by whom. */
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

/** Stores the mark again after the sign-out has emptied the storage: it belongs to the browser. */
export function keepEarlierSignIn(): void {
  if (isKnown) tryStorage(() => localStorage.setItem(KEY, '1'));
}
