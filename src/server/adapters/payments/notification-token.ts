import { createHash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import type { NotificationProblem } from './port.ts';

export interface Trust {
  readonly keys: readonly KeyObject[];
  readonly posSignature: string;
}

const LARGEST_TOKEN = 8 * 1024;
const LARGEST_BODY = 64 * 1024;
/** The most that the provider's clock may be off from ours. */
const SKEW_SECONDS = 300;

/**
 * Returns the provider's key when it signed exactly these bytes for our point of sale, else the first problem. RS512 and nothing else,
 * whatever the token says of itself; one of the trusted keys; issuer; our signature in aud (a text or a list); sub = SHA-512 of the body.
 */
export function verifyNotification(
  body: Uint8Array,
  token: string | undefined,
  { trust, now }: { trust: Trust; now: Date },
): KeyObject | NotificationProblem {
  if (!token) return 'no-token';
  if (token.length > LARGEST_TOKEN || body.length > LARGEST_BODY) return 'too-large';
  const parts = token.split('.');
  const [header, claims, signature] = parts.map(decodeBase64Url);
  if (parts.length !== 3 || !header || !claims || !signature) return 'malformed-token';
  const { alg, crit } = readJson(header) ?? {};
  if (alg !== 'RS512' || crit !== undefined) return 'algorithm';
  const signed = Buffer.from(`${parts[0]}.${parts[1]}`);
  const key = trust.keys.find((each) => verify('sha512', signed, each, signature));
  if (!key) return 'signature';
  const { iss, aud, sub, ...times } = readJson(claims) ?? {};
  if (iss !== 'NETOPIA Payments') return 'issuer';
  if (!(Array.isArray(aud) ? aud : [aud]).includes(trust.posSignature)) return 'audience';
  if (!isBodyHash(sub, body)) return 'body-changed';
  return timeProblem(times, now) ?? key;
}

/** Only one spelling of the same bytes is accepted; null for any other, and for nothing. */
function decodeBase64Url(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === part ? bytes : null;
}

function readJson(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function isBodyHash(sub: unknown, body: Uint8Array): boolean {
  if (typeof sub !== 'string') return false;
  const given = Buffer.from(sub, 'base64');
  const wanted = createHash('sha512').update(body).digest();
  return given.length === wanted.length && given.toString('base64') === sub && timingSafeEqual(given, wanted);
}

/** Times are checked where there are any. The provider's libraries disagree on seconds and milliseconds; the size of the number tells. */
function timeProblem(
  { iat, nbf, exp }: Readonly<Record<string, unknown>>,
  now: Date,
): NotificationProblem | null {
  const present = now.getTime() / 1000;
  for (const begin of [iat, nbf]) {
    if (begin !== undefined && !(toSeconds(begin) <= present + SKEW_SECONDS)) return 'not-yet-valid';
  }
  return exp !== undefined && !(toSeconds(exp) >= present - SKEW_SECONDS) ? 'expired' : null;
}

/** NaN, which no comparison holds for, when it is no time. */
function toSeconds(time: unknown): number {
  if (typeof time !== 'number') return Number.NaN;
  return time > 1e11 ? time / 1000 : time;
}
