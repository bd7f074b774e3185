import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A session's token: 256 random bits in base64url. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The token that follows this one: 256 bits that neither the token nor the stored salt tells alone. */
export function tokenAfter(token: string, salt: string): string {
  return createHmac('sha256', salt).update(token).digest('base64url');
}
