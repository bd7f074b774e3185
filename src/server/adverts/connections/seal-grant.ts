import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { App } from '#server/app.ts';

/** Everything secret of a connection. */
export interface Grant {
  readonly accessToken: string;
  /** Null: the site gave none, and access ends with the token. */
  readonly refreshToken: string | null;
}

/** True for access whose hours are over and which nothing renews. */
export function isOver({ expires_at }: { readonly expires_at: Date }, grant: Grant, now: Date): boolean {
  return grant.refreshToken === null && expires_at <= now;
}

type Deps = Pick<App, 'keyedHash'>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Says how the rest is sealed. */
const FORM = '1.';
const grantShape = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()) });

/** Seals a grant for the row of one connection: in another row, or by another installation's secret, it cannot be opened. */
export function sealGrant(app: Deps, connectionId: string, grant: Grant): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(app), nonce).setAAD(Buffer.from(connectionId));
  const { accessToken, refreshToken } = grant;
  const text = cipher.update(JSON.stringify({ accessToken, refreshToken }), 'utf8');
  const sealed = Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
  return FORM + sealed.toString('base64url');
}

/** Returns null for what cannot be opened: another secret, another row, or damage. */
export function openGrant(app: Deps, connectionId: string, sealed: string | null): Grant | null {
  if (!sealed?.startsWith(FORM)) return null;
  const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)];
  try {
    const opener = createDecipheriv(CIPHER, deriveKey(app), nonce, { authTagLength: TAG_BYTES });
    opener.setAAD(Buffer.from(connectionId)).setAuthTag(tag);
    const text = opener.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    return grantShape.parse(JSON.parse(text + opener.final('utf8')));
  } catch {
    return null;
  }
}

function deriveKey(app: Deps): Buffer {
  return Buffer.from(hkdfSync('sha256', app.keyedHash('advert-grants', 'key'), '', 'grants at sites', 32));
}
