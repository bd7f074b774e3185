import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { asHashed, passwordProblem } from '#domain/users/password.ts';

/** Shorter names are too common words to look for. */
const NAME_MIN = 3;
/** A name with at most this many signs beside it is still only a name. */
const BESIDE_NAME = 4;
/** Signs and digits that people put around a word to make it a password. */
const AROUND = /^[\d\W_]{0,4}|[\d\W_]{0,4}$/g;

const WELL_KNOWN = new Set(
  readFileSync(join(import.meta.dirname, 'well-known-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
);

/** The account the password will be for. */
export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string | null;
}

/**
 * Throws for a new password that is too short or too long, well known (also with up to four digits or signs around it), or no more than the
 * owner's own address or name: auth/weak-password, auth/password-too-long, auth/common-password, auth/own-name-password.
 */
export function refusePassword(password: string, owner: PasswordOwner): void {
  const problem = passwordProblem(password);
  if (problem) throw new AppError(problem);
  const lower = asHashed(password);
  if (WELL_KNOWN.has(lower) || WELL_KNOWN.has(lower.replace(AROUND, '')))
    throw new AppError('auth/common-password');
  if (isOwnName(lower, owner)) throw new AppError('auth/own-name-password');
}

/** Returns true when only signs and digits are left once the owner's address and names are taken out. */
function isOwnName(password: string, { email, displayName }: PasswordOwner): boolean {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const names = [email.toLowerCase(), local, ...local.split(/[^\p{L}]+/u), host, ...host.split('.')];
  const own = (displayName ?? '').toLowerCase();
  const words = [...names, own, ...own.split(/\s+/)].filter((name) => name.length >= NAME_MIN);
  const rest = words
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), password);
  return rest !== password && !/\p{L}{2}/u.test(rest) && rest.length <= BESIDE_NAME;
}
