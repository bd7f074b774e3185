import { randomInt } from 'node:crypto';
import type { App } from '#server/app.ts';

export const RECOVERY_CODES = 10;
/** No 0, 1, i, l and o, which are taken for each other: 10 letters of 31 are 49 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** Returns a new code, „k7m3p-9xrt4”. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Returns the hash of an account's code as it was typed: capitals, blanks and hyphens do not matter. */
export function hashRecoveryCode(app: Pick<App, 'keyedHash'>, userId: string, typed: string): string {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return app.keyedHash('recovery code', `${userId}\0${letters}`);
}
