import { ApiError } from '#web/api/api-error.ts';

/** Returns the sentence for a wrong password in a form without an address; null for any other refusal. */
export function passwordRefusal(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'auth/wrong-password' ? 'Parola nu este aceasta.' : null;
}
