import { tryStorage } from '#web/api/browser-storage.ts';

/** A value that one page hands to a later one: kept in this tab, over a reload too, and given only to the account it came from. */
interface Carried {
  readonly uid: string;
  readonly value: unknown;
}

const KEY = 'fotolot.carried';
/** Used when the browser refuses storage. */
let fallback: Carried | null = null;

export function storeCarried(uid: string, value: unknown): void {
  fallback = { uid, value };
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(fallback)));
}

/** Null where nothing is carried; another account's goes at once. */
export function readCarried(uid: string): unknown {
  const kept = tryStorage(() => sessionStorage.getItem(KEY));
  const carried: Carried | null = kept ? tryStorage(() => JSON.parse(kept)) : fallback;
  if (!carried) return null;
  if (carried.uid === uid) return carried.value;
  clearCarried();
  return null;
}

export function clearCarried(): void {
  fallback = null;
  tryStorage(() => sessionStorage.removeItem(KEY));
}
