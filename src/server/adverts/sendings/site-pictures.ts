import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sitePicture } from '#contract/adverts/sendings.ts';
import { fillPath } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import { readWithGrant } from '#server/adverts/sendings/site-refusal.ts';
import type { App, User } from '#server/app.ts';
import { createPlaces } from '#server/http/limits/download-places.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { FILE_POLICY } from '#server/http/security/security-headers.ts';

/** Hexadecimal digits of the code at a name's end: 128 bits. */
const CODE_DIGITS = 32;
const CODE = /^[0-9a-f]{32}$/;
/** Pictures of one person: a list shows a hundred, and a browser keeps them for an hour. */
const FETCHES = { burst: 400, perSecond: 1 };
const rate = tokenBuckets(FETCHES);
/** Pictures that one person is fetched at once. */
const places = createPlaces({ most: 4, mostWaiting: 120 });

interface Shown {
  readonly userId: string;
  readonly connectionId: string;
}

/** Returns our own address of a site's picture: pages show none from elsewhere. Only this installation can make one. */
export function buildSitePictureUrl(app: Pick<App, 'keyedHash'>, of: Shown, address: string): string {
  const name = `${Buffer.from(address).toString('base64url')}.${makeCode(app, of, address)}`;
  return `${fillPath(sitePicture.path, { connectionId: of.connectionId })}?${new URLSearchParams({ name })}`;
}

/** Sends a picture of an own advert, fetched from the site. Throws `http/not-found` for an address that was not made for this person, http/too-many-requests. */
export async function sendSitePicture(
  app: App,
  { user, reply }: { user: User; reply: FastifyReply },
  { connectionId, name }: { connectionId: string; name: string },
): Promise<FastifyReply> {
  const address = readAddress(app, { userId: user.id, connectionId }, name);
  if (address === null) throw new AppError('http/not-found');
  rate.take(user.id);
  if (!(await places.take(user.id, reply.raw))) return reply.hijack();
  const bytes = await readWithGrant(app, { userId: user.id, connectionId }, ({ site }) =>
    site.readPicture(address),
  );
  const mediaType = detectType(bytes);
  if (mediaType === null) throw new AppError('adverts/gone');
  return reply
    .header('content-type', mediaType)
    .header('content-security-policy', FILE_POLICY)
    .header('cache-control', 'private, max-age=3600')
    .header('vary', 'Cookie')
    .send(Buffer.from(bytes));
}

function readAddress(app: Pick<App, 'keyedHash'>, of: Shown, name: string): string | null {
  const [encoded = '', code = ''] = name.split('.');
  const address = Buffer.from(encoded, 'base64url').toString();
  if (!CODE.test(code)) return null;
  return timingSafeEqual(Buffer.from(makeCode(app, of, address)), Buffer.from(code)) ? address : null;
}

function makeCode(app: Pick<App, 'keyedHash'>, { userId, connectionId }: Shown, address: string): string {
  return app.keyedHash('site-picture', `${userId} ${connectionId} ${address}`).slice(0, CODE_DIGITS);
}

/** Tells the type by the bytes: what a site says of them is not handed on. */
function detectType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG')) return 'image/png';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : null;
}
