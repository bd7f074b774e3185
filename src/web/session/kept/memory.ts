/** The last user of this browser: the uid alone, so that its cache can be found on the next visit. */
export interface Memory {
  lastUser(): string | null;
  rememberUser(uid: string): void;
  forgetUser(): void;
}

const KEY = 'fotolot.uid';

/** Browsers may refuse storage altogether (private windows, policies): then no user is remembered. */
export function memory(): Memory {
  return {
    lastUser: () => attempt(() => localStorage.getItem(KEY)) ?? null,
    rememberUser: (uid) => attempt(() => localStorage.setItem(KEY, uid)),
    forgetUser: () => attempt(() => localStorage.removeItem(KEY)),
  };
}

/** Returns undefined when the browser refuses. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
