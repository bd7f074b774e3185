import { Secret, TOTP } from 'otpauth';

/** Codes by time, as RFC 6238 has them and every authenticator app makes them. A period is in seconds. */
const SHAPE = { issuer: 'Fotolot', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps by which the clock of a phone may be wrong, either way. */
const DRIFT = 1;
const KEY_BYTES = 20;

/** Returns a new key of 160 random bits, in Base32 as apps take it. */
export function newTotpKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** Returns the step that a code is of, among those of now that come after `usedStep`; null for a wrong or used code. */
export function findTotpStep(
  key: string,
  code: string,
  { now, usedStep }: { now: Date; usedStep: number },
): number | null {
  // The library compares bytes, and throws for other digits than these.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const drift = new TOTP({ ...SHAPE, secret: key }).validate({ token: code, timestamp, window: DRIFT });
  if (drift === null) return null;
  const step = Math.floor(timestamp / 1000 / SHAPE.period) + drift;
  return step > usedStep ? step : null;
}

/** Returns the address that apps read out of the QR code. */
export function buildTotpUri(key: string, email: string): string {
  return new TOTP({ ...SHAPE, label: email, secret: key }).toString();
}
