import type { ErrorCode } from '#domain/errors.ts';

/** Passwords have 10–128 characters and are not among the commonest. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

/** Fewer characters than this beside „12345” make no password. */
const LETTERS_BESIDE_RUN = 6;

const COMMON_STEMS = [
  'password',
  'parola',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'iloveyou',
  'teiubesc',
  'admin',
  'administrator',
  'welcome',
  'fotolot',
  'romania',
  'bucuresti',
  'steaua',
  'dinamo',
  'abcdefgh',
  'abcdefghij',
  'letmein',
  'monkey',
  'dragon',
  'football',
  'fotbal',
  'superman',
  'sunshine',
  'princess',
  'passw0rd',
  'p@ssw0rd',
  'qazwsxedc',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'zaq12wsx',
  'trustno1',
  'master',
  'baseball',
  'whatever',
  'changeme',
  'hello',
  'alexandru',
  'andreea',
  'mihaela',
  'cristian',
];

/** Returns the problem of a new password by itself, or null; the server also checks known passwords and the owner's data. */
export function passwordProblem(password: string): ErrorCode | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return 'auth/weak-password';
  if (length > PASSWORD_MAX) return 'auth/password-too-long';
  return isCommon(asHashed(password)) ? 'auth/common-password' : null;
}

/** Returns the form in which the hash sees a password: full-width and other forms of a letter are the same to it. */
export function asHashed(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

function isCommon(password: string): boolean {
  if (/^(.)\1+$/.test(password) || /^(.{1,4})\1+$/.test(password)) return true;
  if (/^\d+$/.test(password) && isRun(password)) return true;
  if (lettersBesideRun(password) < LETTERS_BESIDE_RUN) return true;
  const stem = password.replace(/[\d!@#$%^&*._-]*$/, '').replace(/^[\d!@#$%^&*._-]*/, '');
  return COMMON_STEMS.includes(stem) || COMMON_STEMS.includes(password);
}

/** Returns the number of characters around digits that only count: 5 in „hello12345”. Infinity without such digits. */
function lettersBesideRun(password: string): number {
  const [, before = '', digits = '', behind = ''] = /^(\D*)(\d{3,})(\D*)$/.exec(password) ?? [];
  return digits && isRun(digits) ? before.length + behind.length : Number.POSITIVE_INFINITY;
}

/** Digits that only count up or down, wrapping at 9 and 0: 1234567890, 9876543210. */
function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, i) => (Number(digit) - Number(digits[i]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}
