import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Faults } from './faults.ts';

const DAY = 86_400;

/** The Verification-token of a notification: a JWT over the bytes that are sent, good or wrong in one named way. Null: no header. */
export function notificationToken(
  body: Buffer,
  kind: Faults['token'],
  {
    keys,
    posSignature,
    now,
  }: { keys: { privateKey: KeyObject; publicKey: KeyObject }; posSignature: string; now: Date },
): string | null {
  if (kind === 'missing') return null;
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: kind === 'other-issuer' ? 'Altcineva' : 'NETOPIA Payments',
    aud: audience(kind, posSignature),
    sub: createHash('sha512')
      .update(kind === 'other-body' ? '{}' : body)
      .digest('base64'),
    jti: randomUUID(),
    iat: kind === 'millisecond-times' ? now.getTime() : seconds,
    ...(kind === 'millisecond-times' && { exp: now.getTime() + DAY * 1000 }),
    ...(kind === 'expired' && { exp: seconds - 7 * DAY }),
  };
  const alg = { 'hs512-with-public-key': 'HS512', none: 'none', rs256: 'RS256' }[kind as string] ?? 'RS512';
  const signed = `${encode({ typ: 'JWT', alg })}.${encode(claims)}`;
  return `${signed}.${signature(signed, kind, keys)}`;
}

function audience(kind: Faults['token'], posSignature: string): string | string[] {
  if (kind === 'audience-text') return posSignature;
  if (kind === 'audience-second') return ['AAAA-AAAA-AAAA-AAAA-AAAA', posSignature];
  return [kind === 'other-audience' ? 'AAAA-AAAA-AAAA-AAAA-AAAA' : posSignature];
}

function signature(
  text: string,
  kind: Faults['token'],
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
): string {
  if (kind === 'none') return '';
  if (kind === 'hs512-with-public-key')
    return createHmac('sha512', publicKey.export({ type: 'spki', format: 'pem' }))
      .update(text)
      .digest('base64url');
  const key =
    kind === 'unknown-key' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : privateKey;
  return sign(kind === 'rs256' ? 'sha256' : 'sha512', Buffer.from(text), key).toString('base64url');
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
