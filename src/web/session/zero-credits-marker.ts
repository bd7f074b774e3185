/** Session storage, as given; where the browser refuses it, this page's own memory. */
const KEY = 'fotolot.zero-credits';
let fallback: string | null = null;

export function readMarker(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return fallback;
  }
}

export function writeMarker(uid: string | null): void {
  fallback = uid;
  try {
    if (uid === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, uid);
  } catch {
    return;
  }
}
