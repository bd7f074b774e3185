import { tryStorage } from '#web/api/browser-storage.ts';

/** The last user of this browser: the uid alone, so that its cache can be found on the next visit. */
export interface RememberedUser {
  lastUser(): string | null;
  rememberUser(uid: string): void;
  forgetUser(): void;
}

const KEY = 'fotolot.uid';

/** Browsers may refuse storage altogether: then no user is remembered. */
export function rememberedUser(): RememberedUser {
  return {
    lastUser: () => tryStorage(() => localStorage.getItem(KEY)) ?? null,
    rememberUser: (uid) => tryStorage(() => localStorage.setItem(KEY, uid)),
    forgetUser: () => tryStorage(() => localStorage.removeItem(KEY)),
  };
}
