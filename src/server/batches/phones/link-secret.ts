import { createHash, randomBytes } from 'node:crypto';
import type { App } from '#server/app.ts';

/** Milliseconds for which a link for a phone is good. */
export const LINK_MS = 30 * 60_000;
/** Links that one person makes of a kind. */
export const MADE = { hits: 30, seconds: 600 };
/** Keys of a kind that are tried from one address. */
export const OPENED = { hits: 30, seconds: 600 };
/** 128 random bits: short enough for a QR code of few dots, past guessing. */
const KEY_BYTES = 16;

/** The kinds of links, each with cookies of its own: a key of one kind makes no cookie of the other. */
type LinkKind = 'phone-link' | 'result-link';

export function createKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns the cookie's token, which only this installation can tell from a key. */
export function deriveToken(app: App, kind: LinkKind, key: string): string {
  return app.keyedHash(kind, key);
}

/** Returns the hashes by which a link's row is found. */
export function hashKey(app: App, kind: LinkKind, key: string): { key_hash: string; cookie_hash: string } {
  return { key_hash: hashSecret(key), cookie_hash: hashSecret(deriveToken(app, kind, key)) };
}
