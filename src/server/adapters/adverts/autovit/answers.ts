import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AdvertState } from '#domain/adverts/advert.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { parseAnswer } from '#server/adapters/adverts/site-calls.ts';
import { buildChange } from './body.ts';

const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(31_536_000),
  scope: z.nullish(z.string()),
});

const id = z.union([z.number(), z.string().min(1)]).transform(String);

const advert = z.object({
  id,
  title: z.string(),
  url: z.nullish(z.string()),
  status: z.string(),
  category_id: id,
  // The second is the sum, and the first how it is meant.
  params: z
    .nullish(z.object({ price: z.object({ 1: z.coerce.number(), currency: z.string() }) }))
    .catch(null),
});

/** Four are documented or seen; the others are those of OLX, of the same house (presupus). */
const STATES: Readonly<Record<string, AdvertState>> = {
  active: 'shown',
  unpaid: 'waiting',
  disabled: 'waiting',
  removed_by_user: 'ended',
  new: 'waiting',
  unconfirmed: 'waiting',
  limited: 'waiting',
  outdated: 'ended',
  moderated: 'stopped',
  blocked: 'stopped',
  removed_by_moderator: 'stopped',
};

interface GivenToken {
  readonly token: string;
  readonly expiresAt: Date;
  readonly scope: string;
}

/** Throws SiteFailure for an answer that cannot be understood. Its refresh token is left: no grant takes it. */
export function readToken(answer: unknown, now: Date): GivenToken {
  const { access_token, expires_in, scope } = parseAnswer(token, answer);
  const expiresAt = new Date(now.getTime() + expires_in * 1000);
  return { token: access_token, expiresAt, scope: scope ?? '' };
}

/** Throws SiteFailure for an answer that cannot be understood, also one that does not tell the advert's pictures. */
export function readAdvertAnswer(answer: unknown): SiteAdvert {
  const pictures = readPictures(answer);
  // Without them there would be no way back.
  if (pictures === null) throw new SiteFailure('unexpected', { detail: 'answer without photos' });
  return buildAdvert(answer, pictures);
}

function buildAdvert(answer: unknown, pictures: readonly string[]): SiteAdvert {
  const known = parseAnswer(advert, answer);
  const price = known.params?.price;
  return {
    id: known.id,
    title: known.title,
    // Shown as a link.
    url: isAddress(known.url) ? known.url : '',
    state: STATES[known.status] ?? 'unknown',
    rawState: known.status,
    pictures,
    price: price === undefined ? null : { value: price[1], currency: price.currency },
    categoryId: known.category_id,
    // It gives its pictures to others, and gets them from none.
    isExported: false,
    raw: answer,
    version: computeVersion(answer, pictures),
  };
}

/** A change sends the texts again: they and the addresses of the pictures make the version. */
function computeVersion(answer: unknown, pictures: readonly string[]): string {
  const change = buildChange(answer as Readonly<Record<string, unknown>>, null);
  return createHash('sha256')
    .update(JSON.stringify([change, pictures]))
    .digest('hex');
}

const list = z.object({ results: z.array(z.unknown()), is_last_page: z.boolean() });

/** Returns a page of adverts. One that cannot be understood is left out, so that the others can be chosen. */
export function readAdvertList(answer: unknown): { adverts: SiteAdvert[]; isLast: boolean } {
  const { results, is_last_page: isLast } = parseAnswer(list, answer);
  const adverts = results.flatMap((each) =>
    advert.safeParse(each).success ? buildAdvert(each, readPictures(each) ?? []) : [],
  );
  return { adverts, isLast };
}

/** Returns the number of the account that an advert belongs to; null: it does not say. */
export function readOwner(answer: unknown): string | null {
  return z.object({ user_id: id }).safeParse(answer).data?.user_id ?? null;
}

const photos = z.object({
  photos: z.optional(z.unknown()),
  image_collection_id: z.optional(z.nullable(z.unknown())),
});

/**
 * Returns the addresses of an advert's pictures in order, each in its largest size; null: the answer does not tell them. How it tells them is
 * not documented (presupus: by number, each with its sizes, as on the sister site).
 */
function readPictures(answer: unknown): string[] | null {
  const said = photos.safeParse(answer).data;
  if (said?.photos === undefined) return said?.image_collection_id === null ? [] : null;
  if (said.photos === null) return [];
  if (typeof said.photos !== 'object') return null;
  const largest = listByNumber(said.photos).map(findLargest);
  return largest.every((address) => address !== null) ? largest : null;
}

function listByNumber(of: object): unknown[] {
  if (Array.isArray(of)) return of;
  return Object.entries(of)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value);
}

/** Returns the address of the largest size; null where one of the values is no address. */
function findLargest(picture: unknown): string | null {
  if (isAddress(picture)) return picture;
  if (typeof picture !== 'object' || picture === null) return null;
  const found = Object.entries(picture);
  const known = found.flatMap(([name, address]) =>
    isAddress(address) ? [{ address, area: readArea(name) || readArea(address) }] : [],
  );
  if (known.length === 0 || known.length < found.length) return null;
  return known.reduce((best, each) => (each.area > best.area ? each : best)).address;
}

/** Returns the pixels that „1080x720” in a name says; 0: it says none. */
function readArea(name: string): number {
  const [, width = '0', height = '0'] = /(\d{2,5})x(\d{2,5})\D*$/u.exec(name) ?? [];
  return Number(width) * Number(height);
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/u.test(value);
}

const sizes = z
  .record(z.string().regex(/^\d+$/u), z.string().regex(/^https?:\/\/\S+$/u))
  .refine((known) => Object.keys(known).length > 0);

/** Far more than the words of an error. */
const MOST_SAID = 200;

/**
 * Returns the number of a collection that has all pictures. Throws SiteFailure `pictures` that names those which failed: the form of their
 * errors is not known, so whatever is not a map of sizes by number is one.
 */
export function readCollection(answer: unknown, count: number): string {
  const { id: made, images } = parseAnswer(
    z.object({ id, images: z.record(z.string(), z.unknown()) }),
    answer,
  );
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1));
  const fields = numbers
    .filter((number) => !sizes.safeParse(images[number]).success)
    .map((number) => ({ field: number, detail: listWords(images[number]).join(' ').slice(0, MOST_SAID) }));
  if (fields.length > 0) throw new SiteFailure('pictures', { fields });
  if (Object.keys(images).length > count)
    throw new SiteFailure('unexpected', { detail: 'collection with more pictures' });
  return made;
}

/** Returns the texts of an error, whatever its form. */
export function listWords(said: unknown): string[] {
  if (typeof said === 'string') return [said];
  return typeof said === 'object' && said !== null ? Object.values(said).flatMap(listWords) : [];
}
