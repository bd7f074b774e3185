import type { ListedAdvert, ReadAdvert } from '#contract/adverts/sendings.ts';
import { AppError } from '#domain/errors.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import type { Access } from '#server/adverts/connections/run-with-grant.ts';
import { buildSitePictureUrl } from '#server/adverts/sendings/site-pictures.ts';
import { readWithGrant } from '#server/adverts/sendings/site-refusal.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { createKeyedQueue } from '#server/http/limits/turns.ts';

/** The site has limits of its own, which all persons share. */
const READS = { hits: 120, seconds: 600 };
/** One person's readings, one after another in this process: a slow shop holds up its owner alone. */
const inTurn = createKeyedQueue(3);

interface Wanted {
  readonly connectionId: string;
}

interface Listing extends Wanted {
  readonly offset: number;
  /** Undefined: all. */
  readonly search?: string | undefined;
}

/**
 * Returns a page of the own adverts at a site, or those that it finds by words. Throws http/not-found, `adverts/…`, http/too-many-requests,
 * http/bad-request for a search at a site that has none.
 */
export async function listOwnAdverts(
  app: App,
  user: User,
  { connectionId, offset, search }: Listing,
): Promise<{ adverts: ListedAdvert[]; isLast: boolean }> {
  const of = { userId: user.id, connectionId };
  const { adverts, isLast } = await readFromSite(app, of, ({ site, accessToken, refuseEnded }) => {
    if (search === undefined) return site.listAdverts(accessToken, offset);
    if (site.connectsBy !== 'key') throw new AppError('http/bad-request');
    return site.findAdverts(accessToken, search, refuseEnded);
  });
  const listed = adverts.map((advert) => {
    const [cover] = advert.pictures;
    const { length: pictures } = advert.pictures;
    return {
      ...asAdvert(advert),
      cover: cover === undefined ? null : buildSitePictureUrl(app, of, cover),
      pictures,
    };
  });
  return { adverts: listed, isLast };
}

/** Returns an own advert as the site has it now. Throws http/not-found, `adverts/…`, http/too-many-requests. */
export async function readOwnAdvert(
  app: App,
  user: User,
  { connectionId, advertId }: Wanted & { readonly advertId: string },
): Promise<ReadAdvert> {
  const of = { userId: user.id, connectionId };
  const { advert, mostPictures, reach } = await readFromSite(app, of, async (access) => {
    const { site, accessToken, refuseEnded } = access;
    const read = await site.readAdvert(accessToken, advertId);
    await refuseEnded();
    const most = await site.readPhotoLimit(accessToken, read.categoryId);
    return { advert: read, mostPictures: most, reach: await site.checkReach(app.publicUrl()) };
  });
  return {
    advert: {
      ...asAdvert(advert),
      pictures: advert.pictures.map((address) => buildSitePictureUrl(app, of, address)),
    },
    mostPictures,
    seen: advert.version,
    reach,
  };
}

async function readFromSite<T>(
  app: App,
  of: { userId: string; connectionId: string },
  work: (access: Access) => Promise<T>,
): Promise<T> {
  await consumeRateLimit(app, `adverts:read:${of.userId}`, { limit: READS, code: 'http/too-many-requests' });
  return inTurn(of.userId, () => readWithGrant(app, of, work));
}

function asAdvert({ id, title, url, state, rawState, price, isExported, code }: SiteAdvert) {
  return { id, title, url, state, rawState, price, isExported, ...(code !== undefined && { code }) };
}
