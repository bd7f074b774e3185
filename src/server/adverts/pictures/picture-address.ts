import { timingSafeEqual } from 'node:crypto';
import type { App } from '#server/app.ts';

/** Path under which public pictures lie. Some sites take no address with a query or without a picture's ending. */
export const PICTURES_PATH = '/p/';

/** Hexadecimal digits of the code at an address' end: 128 bits. */
const CODE_DIGITS = 32;
const NAME = /^(pic_[a-z0-9]+)-([0-9a-z]{1,9})-([0-9a-f]{32})\.jpg$/;

type Keys = Pick<App, 'keyedHash'>;

/** Returns the address by which other sites fetch a picture until it expires; only this installation can make one. */
export function buildPictureAddress(
  app: Pick<App, 'keyedHash' | 'publicUrl'>,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): string {
  const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
  return `${app.publicUrl()}${PICTURES_PATH}${id}-${expiry}-${makeCode(app, id, expiry)}.jpg`;
}

/** Returns the picture's id; null for a name that this installation did not make, or that has expired. */
export function readPictureName(app: Keys & Pick<App, 'now'>, name: string): string | null {
  const [, id = '', expiry = '', code = ''] = NAME.exec(name) ?? [];
  if (id === '' || !timingSafeEqual(Buffer.from(makeCode(app, id, expiry)), Buffer.from(code))) return null;
  return Number.parseInt(expiry, 36) * 1000 > app.now().getTime() ? id : null;
}

function makeCode(app: Keys, id: string, expiry: string): string {
  return app.keyedHash('picture-address', `${id} ${expiry}`).slice(0, CODE_DIGITS);
}
