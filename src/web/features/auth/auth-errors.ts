import type { ErrorCode } from '#domain/errors.ts';
import { isErrorCode } from '#domain/errors.ts';
import { errorSentence, UNKNOWN_ERROR } from '#domain/language/error-sentences.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from '#domain/users/password.ts';

export type AuthMode = 'login' | 'register';
export type AuthFieldName = 'email' | 'password';

/** A problem and the place of its message: under a field, or over the form. */
export interface AuthProblem {
  readonly field: AuthFieldName | null;
  readonly text: string;
}

const FIELDS: Partial<Record<ErrorCode, AuthFieldName>> = {
  'auth/invalid-email': 'email',
  'auth/email-already-in-use': 'email',
  'auth/user-not-found': 'email',
  'auth/invalid-credential': 'password',
  'auth/wrong-password': 'password',
  'auth/weak-password': 'password',
  'auth/password-too-long': 'password',
  'auth/common-password': 'password',
  'auth/own-name-password': 'password',
};

/** Returns the problem of an error: known codes have their sentence; any other error says its own message, or that it is unknown. */
export function authProblem(error: unknown): AuthProblem {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (isErrorCode(code) && code.startsWith('auth/')) {
    return { field: FIELDS[code] ?? null, text: errorSentence(code) };
  }
  const own = typeof message === 'string' && message !== UNKNOWN_ERROR ? message.trim() : '';
  return { field: null, text: own || 'Eroare necunoscută de autentificare' };
}

/** True when all was right so far and the account's second factor is asked for next. */
export function asksForCode(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'auth/second-factor-required';
}

/** True when the link of a mail ran out, was used, or never was one. */
export function isDeadLink(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'auth/link-invalid';
}

export interface AuthValues {
  readonly email: string;
  readonly password: string;
}

/** Rules shown before a new password is typed. */
export const PASSWORD_RULES = `Între ${PASSWORD_MIN} și ${PASSWORD_MAX} de caractere; merge și o propoziție scurtă.`;

/** Returns the problems known without the server, in the order of the fields. Signing in only needs something in both. */
export function problemsBeforeSending(mode: AuthMode, { email, password }: AuthValues): AuthProblem[] {
  const ofPassword = mode === 'register' ? newPasswordProblem(password) : missingPassword(password);
  return [emailProblem(email), ofPassword].filter((problem) => problem !== null);
}

function missingPassword(password: string): AuthProblem | null {
  return password === '' ? { field: 'password', text: 'Scrie parola contului.' } : null;
}

export function emailProblem(email: string): AuthProblem | null {
  if (email.trim() === '') return { field: 'email', text: 'Scrie adresa de email.' };
  return normaliseEmail(email) === null ? authProblem({ code: 'auth/invalid-email' }) : null;
}

export function newPasswordProblem(password: string): AuthProblem | null {
  const code = passwordProblem(password);
  return code === null ? null : authProblem({ code });
}
