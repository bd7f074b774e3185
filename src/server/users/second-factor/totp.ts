import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes by time, as RFC 6238 has them and every authenticator app makes them: SHA-1, six digits, a new one every 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps by which the clock of a phone may be wrong, either way. */
const DRIFT = 1;
const KEY_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new key of 160 random bits, in Base32 as apps take it. */
export function newTotpKey(): string {
  let bits = '';
  for (const byte of randomBytes(KEY_BYTES)) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}

function decodeKey(key: string): Buffer {
  const bits = [...key].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the number of the step that an instant lies in. */
export function getTotpStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/** Returns the code of a step. */
export function computeTotp(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeKey(key)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the step that a code is of, among those of now that come after `usedStep`; null for a wrong or used code. */
export function findTotpStep(
  key: string,
  code: string,
  { now, usedStep }: { now: Date; usedStep: number },
): number | null {
  const given = Buffer.from(code);
  const at = getTotpStep(now);
  let found: number | null = null;
  // All are looked at, so that the time tells nothing.
  for (let step = at - DRIFT; step <= at + DRIFT; step++) {
    const isRight = given.length === DIGITS && timingSafeEqual(given, Buffer.from(computeTotp(key, step)));
    if (isRight && step > usedStep) found ??= step;
  }
  return found;
}

/** Returns the address that apps read out of the QR code. */
export function buildTotpUri(key: string, email: string): string {
  const facts = new URLSearchParams({
    secret: key,
    issuer: 'Fotolot',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return `otpauth://totp/Fotolot:${encodeURIComponent(email)}?${facts}`;
}
