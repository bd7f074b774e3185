import type { ErrorCode } from '#domain/errors.ts';
import { isErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import { passwordProblem } from '#domain/users/password.ts';

export type AuthMode = 'login' | 'register';
export type AuthFieldName = 'email' | 'password';

/** What went wrong and where it is said: under a field, or over the form. */
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
};

/** Known codes have their sentence; anything else says its own message, or that the error is unknown. */
export function authProblem(error: unknown): AuthProblem {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (isErrorCode(code) && code.startsWith('auth/')) {
    return { field: FIELDS[code] ?? null, text: errorSentence(code) };
  }
  const own = typeof message === 'string' ? message.trim() : '';
  return { field: null, text: own || 'Eroare necunoscută de autentificare' };
}

export interface AuthValues {
  readonly email: string;
  readonly password: string;
}

/** What can be told before asking the server. Signing in asks only for something in both fields. */
export function problemBeforeSending(mode: AuthMode, { email, password }: AuthValues): AuthProblem | null {
  if (email.trim() === '') return { field: 'email', text: 'Scrie adresa de email.' };
  if (normaliseEmail(email) === null) return authProblem({ code: 'auth/invalid-email' });
  if (mode === 'login') {
    return password === '' ? { field: 'password', text: 'Scrie parola contului.' } : null;
  }
  const code = passwordProblem(password);
  return code === null ? null : authProblem({ code });
}
