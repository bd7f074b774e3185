import { afterSignIn } from '#domain/users/own-path.ts';
import { isAdmin } from '#domain/users/user-document.ts';

/** The router's guard as rules; router.tsx gives them the clock, the user and the address. */
const READY_POLL_MS = 100;
const READY_POLLS = 30;
const LOGIN_NOTICE_ADMIN = 'Trebuie să fii autentificat pentru a accesa admin panel.';

/** Waits for auth initialisation, polling every 100 ms up to 30 times. False when it never came: then there is no user. */
export async function waitForAuth(
  isReady: () => boolean,
  sleep: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let poll = 0; poll < READY_POLLS && !isReady(); poll++) await sleep(READY_POLL_MS);
  return isReady();
}

/**
 * Remembers a wait for the session that timed out until a judgement is carried out that knew the session. One whose place another took
 * forgets nothing: the person is led back to the page that was asked for.
 */
export function rememberLateness(isReady: () => boolean) {
  let isLate = false;
  return {
    /** Waits, unless an earlier wait timed out and the session is still unknown. */
    async wait(sleep: (ms: number) => Promise<void>): Promise<void> {
      if (!isLate) isLate = !(await waitForAuth(isReady, sleep));
    },
    isLate: () => isLate,
    /** Called when a judgement is carried out. */
    carriedOut(): void {
      isLate = !isReady();
    },
  };
}

/** guest: only without a user (/login, /register). */
export type Access = 'anyone' | 'guest' | 'user' | 'admin';
interface Claims {
  readonly admin?: boolean;
  readonly role?: string;
}

export interface AccessDecision {
  /** Path to go to instead; null lets the navigation pass. */
  readonly redirect: string | null;
  readonly notice?: string;
  /** True when the page is not for this user: a refusal is shown in its place. */
  readonly refused?: boolean;
}

/** Pages of mailed links work with and without a user. */
const MAIL_LINK = /^\/login\/?\?([^#]*&)?mode=(resetPassword|verifyEmail|changeEmail|undoEmail)(&|#|$)/;

/** `fullPath`: path, query and hash of the wanted page. `isLate`: the user became known only after the page was sent to /login. */
export function checkAccess(
  access: Access,
  user: Claims | null,
  { fullPath, isLate = false }: { fullPath: string; isLate?: boolean },
): AccessDecision {
  if (access === 'anyone') return { redirect: null };
  if (access === 'guest') {
    if (user === null || MAIL_LINK.test(fullPath)) return { redirect: null };
    return { redirect: isLate ? afterSignIn(wayBack(fullPath)) : '/dashboard' };
  }
  if (user === null) {
    const redirect = loginPath(fullPath);
    return access === 'admin' ? { redirect, notice: LOGIN_NOTICE_ADMIN } : { redirect };
  }
  return access === 'admin' && !isAdmin(user) ? { redirect: null, refused: true } : { redirect: null };
}

function wayBack(loginPath: string): string | null {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(loginPath) ?? [];
  return new URLSearchParams(query).get('redirect');
}

export function loginPath(fullPath: string): string {
  return `/login?redirect=${encodeURIComponent(fullPath)}`;
}
