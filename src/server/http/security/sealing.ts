import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { App } from '#server/app.ts';

type Deps = Pick<App, 'keyedHash'>;

/** Says what is sealed: by one purpose, or for one row, nothing opens that was sealed by or for another. */
export interface SealFor {
  /** Name of the key, derived from the installation's secret. */
  readonly purpose: string;
  readonly info: string;
  /** Id of the row it lies in. */
  readonly row: string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Says how the rest is sealed. */
const FORM = '1.';

/** Seals a text: in another row, or by another installation's secret, it cannot be opened. */
export function sealText(app: Deps, to: SealFor, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(app, to), nonce).setAAD(Buffer.from(to.row));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return FORM + sealed.toString('base64url');
}

/** Returns null for what cannot be opened: another secret, another row, or damage. */
export function openText(app: Deps, to: SealFor, sealed: string | null): string | null {
  if (!sealed?.startsWith(FORM)) return null;
  const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)];
  try {
    const opener = createDecipheriv(CIPHER, deriveKey(app, to), nonce, { authTagLength: TAG_BYTES });
    opener.setAAD(Buffer.from(to.row)).setAuthTag(tag);
    const text = opener.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    return text + opener.final('utf8');
  } catch {
    return null;
  }
}

function deriveKey(app: Deps, { purpose, info }: SealFor): Buffer {
  return Buffer.from(hkdfSync('sha256', app.keyedHash(purpose, 'key'), '', info, 32));
}
