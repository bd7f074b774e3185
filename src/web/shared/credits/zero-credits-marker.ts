import { tryStorage } from '#web/api/browser-storage.ts';

/** To whom the zero-credits dialog was shown in this browser session: session storage, as given, and this page's own memory. */
const KEY = 'fotolot.zero-credits.';
const shown = new Set<string>();

/** At the load of a page: what the storage holds of this browser session is all that it knows, also of people who are not signed in now. */
export function rememberShown(): void {
  shown.clear();
  for (const key of tryStorage(() => Object.keys(sessionStorage)) ?? [])
    if (key.startsWith(KEY)) shown.add(key.slice(KEY.length));
}

export function wasShownTo(uid: string): boolean {
  if (tryStorage(() => sessionStorage.getItem(KEY + uid)) != null) shown.add(uid);
  return shown.has(uid);
}

export function markShown(uid: string): void {
  shown.add(uid);
  tryStorage(() => sessionStorage.setItem(KEY + uid, '1'));
}

export function unmarkShown(uid: string): void {
  shown.delete(uid);
  tryStorage(() => sessionStorage.removeItem(KEY + uid));
}

/** The browser's storage is emptied at sign-out, but its session goes on: the same person is not shown it twice. */
export function keepShown(): void {
  for (const uid of shown) markShown(uid);
}
