import { isDeepStrictEqual } from 'node:util';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type {
  ChangedPictures,
  ChangeOutcome,
  PictureChange,
  SiteAdvert,
  WantedPicture,
} from '#server/adapters/adverts/port.ts';
import { listPictures, ShopFailure, type ShopPicture } from './answers.ts';

/**
 * Changes the pictures of a product. The shop fetches what it is given, stores nothing of a call with a bad picture, and keeps a second copy
 * of an address that it is given again. So each new picture goes alone, behind those that the product has; then one call puts all of them in
 * order by their ids, which fetches nothing.
 */

/** What a change asks of a shop. */
interface ShopDoor {
  /** Sends pictures and returns the product as it is then. */
  put(images: readonly SentPicture[]): Promise<SiteAdvert>;
  read(): Promise<SiteAdvert>;
  pause(ms: number): Promise<void>;
}
type SentPicture = { readonly id: number } | { readonly src: string };

/** After a lost answer the shop may still be at work: the product is read so often. */
const LOOKS_MS = [2_000, 10_000, 30_000, 60_000];
/** Waits for a shop that is busy or away in the middle of a change. */
const RETRIES_MS = [5_000, 20_000, 60_000];
const LONGEST_WAIT_MS = 60_000;
/** Shorter names may be alike by chance. */
const LEAST_NAME = 20;

interface Progress {
  /** The shop took a picture, now or before. */
  isPartly: boolean;
  now: SiteAdvert;
  /** Pictures that the product has by now. */
  readonly known: number[];
}

/** Throws SiteFailure: `unknown` as soon as a part of the change was made, another kind where the product is as it was. */
export async function changeShopPictures(
  door: ShopDoor,
  advert: SiteAdvert,
  change: PictureChange,
): Promise<ChangedPictures> {
  const { pictures } = change;
  const images = listPictures(advert);
  const ids = pictures.map((each) => findOwn(each, images));
  const kept = await putKept(door, advert, { pictures, ids });
  if (kept !== null) return kept;
  const progress: Progress = {
    isPartly: change.isGoingOn === true,
    now: advert,
    known: images.map(({ id }) => id),
  };
  const refused: { place: number; detail: string }[] = [];
  for (const [place, picture] of pictures.entries()) {
    if (ids[place] !== null) continue;
    const taken = await takePicture(door, progress, { picture, change });
    if (typeof taken === 'string') refused.push({ place, detail: taken });
    else for (const [at, each] of pictures.entries()) if (isDeepStrictEqual(each, picture)) ids[at] = taken;
  }
  // Where no new picture was taken, the product stays as it is.
  const [first] = refused;
  if (first !== undefined && !progress.isPartly) {
    const fields = refused.map(({ place, detail }) => ({ field: String(place + 1), detail }));
    throw new SiteFailure('pictures', { detail: first.detail, fields });
  }
  const order = listOrder(ids);
  const isDone = hasOrder(progress.now, order);
  const after = isDone
    ? progress.now
    : await keepTrying(door, progress, () => putInOrder(door, progress.now, order));
  return { advert: after, ids, refused };
}

/**
 * Tells from a product as it is how far a change came. A picture that is neither ours nor one of `former` (addresses) was put there by the
 * owner, or under another name: then nothing more can be told.
 */
export function tellShopOutcome(
  advert: SiteAdvert,
  { pictures, former }: { readonly pictures: readonly WantedPicture[]; readonly former: readonly string[] },
): ChangeOutcome {
  const images = listPictures(advert);
  const ids = pictures.map((each) => findOwn(each, images));
  if (!ids.includes(null) && hasOrder(advert, listOrder(ids))) return 'sent';
  if (isDeepStrictEqual(advert.pictures, former)) return 'former';
  const others = images.filter(({ src }) => !former.includes(src));
  return others.length > 0 && others.every(({ id }) => ids.includes(id)) ? 'partly' : 'other';
}

/** Puts pictures in order by one call where the shop has all of them; null: it lacks one. A call that is refused changes nothing. */
async function putKept(
  door: ShopDoor,
  advert: SiteAdvert,
  { pictures, ids: found }: { pictures: readonly WantedPicture[]; ids: readonly (number | null)[] },
): Promise<ChangedPictures | null> {
  const ids = found.map((id, place) => id ?? readId(pictures[place]));
  if (ids.includes(null)) return null;
  const order = listOrder(ids);
  if (hasOrder(advert, order)) return { advert, ids, refused: [] };
  try {
    return { advert: await putInOrder(door, advert, order), ids, refused: [] };
  } catch (error) {
    if (error instanceof ShopFailure && error.code === 'woocommerce_product_invalid_image_id') return null;
    throw error;
  }
}

function listOrder(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

function readId(picture: WantedPicture | undefined): number | null {
  return typeof picture === 'object' ? picture.id : null;
}

/**
 * Returns the id of a picture that the product has: by its id or its address, or as one that was fetched from this address, whose name the
 * shop gives its file. Null: it has none.
 */
function findOwn(picture: WantedPicture, images: readonly ShopPicture[]): number | null {
  const wanted = readId(picture);
  if (wanted !== null && images.some(({ id }) => id === wanted)) return wanted;
  const address = typeof picture === 'string' ? picture : (picture.address ?? '');
  const name = toPlainName(readFileName(address).replace(/\.\w+$/u, ''));
  const isOwn = ({ src }: ShopPicture) =>
    src === address || (name.length >= LEAST_NAME && toPlainName(readFileName(src)).startsWith(name));
  return images.find(isOwn)?.id ?? null;
}

function readFileName(address: string): string {
  return URL.parse(address)?.pathname.split('/').at(-1) ?? '';
}

/** WordPress drops marks of names and puts others at their end. */
function toPlainName(name: string): string {
  return name.replace(/[^a-z0-9]/giu, '');
}

/** Returns the id under which the shop has a picture now, or why it has it not. */
async function takePicture(
  door: ShopDoor,
  progress: Progress,
  { picture, change: { onTaken } }: { picture: WantedPicture; change: PictureChange },
): Promise<number | string> {
  let detail = '';
  for (const image of listWays(picture)) {
    const taken = await keepTrying(door, progress, () => takeOne(door, progress.known, image));
    if ('detail' in taken) {
      detail = taken.detail;
      continue;
    }
    progress.now = taken.advert;
    progress.isPartly = true;
    progress.known.push(taken.id);
    if ('src' in image) await onTaken?.(image.src, taken.id);
    return taken.id;
  }
  return detail;
}

/** A picture that the shop kept may have been deleted from its library: then it is fetched again. */
function listWays(picture: WantedPicture): SentPicture[] {
  if (typeof picture === 'string') return [{ src: picture }];
  const { id, address } = picture;
  return address === undefined ? [{ id }] : [{ id }, { src: address }];
}

type Taken = { readonly advert: SiteAdvert; readonly id: number } | { readonly detail: string };

/** Sends one new picture behind all that the product has. */
async function takeOne(door: ShopDoor, known: readonly number[], image: SentPicture): Promise<Taken> {
  const findNew = (advert: SiteAdvert): Taken | null => {
    const others = listPictures(advert).filter(({ id }) => !known.includes(id));
    // The owner may have added one at the same time: a name that is ours decides.
    const id = findOwn('src' in image ? image.src : image, others) ?? others.at(-1)?.id;
    return id === undefined ? null : { advert, id };
  };
  try {
    const advert = await door.put([...known.map((id) => ({ id })), image]);
    // Shops can be set to leave bad pictures out without a word.
    return findNew(advert) ?? { detail: '' };
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'pictures') {
      if (namesOneOf(known, error)) throw new SiteFailure('changed', error.facts);
      return { detail: error.facts.detail ?? '' };
    }
    if (!isUnknown(error)) throw error;
    return lookFor(door, error, findNew);
  }
}

/** True where the shop refuses a picture that the product had: it was deleted meanwhile. */
function namesOneOf(ids: readonly number[], { code, facts }: ShopFailure): boolean {
  const [, id] = /#(\d+)/u.exec(facts.detail ?? '') ?? [];
  return code === 'woocommerce_product_invalid_image_id' && ids.includes(Number(id));
}

/** Puts pictures in order. An answer that shows others, or the ones from before, says no more than a lost one. */
async function putInOrder(door: ShopDoor, before: SiteAdvert, order: readonly number[]): Promise<SiteAdvert> {
  try {
    const advert = await door.put(order.map((id) => ({ id })));
    // A plugin may put them in another order, which is told as it is.
    if (hasOrder(advert, order) || isReordered(advert, { order, before })) return advert;
    throw new SiteFailure('unknown', { status: 200 });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return lookFor(door, error, (advert) => (hasOrder(advert, order) ? advert : null));
  }
}

/** True for the pictures of `order` alone, in an order that is neither this nor the one from before. */
function isReordered(
  advert: SiteAdvert,
  { order, before }: { readonly order: readonly number[]; readonly before: SiteAdvert },
): boolean {
  const ids = listPictures(advert).map(({ id }) => id);
  return isDeepStrictEqual(ids.toSorted(), order.toSorted()) && !hasOrder(before, ids);
}

function hasOrder(advert: SiteAdvert, order: readonly number[]): boolean {
  return isDeepStrictEqual(
    listPictures(advert).map(({ id }) => id),
    order,
  );
}

/** Reads the product until it shows what a lost answer would have said, or must not be read any more. Nothing is sent again. */
async function lookFor<T>(door: ShopDoor, lost: unknown, find: (advert: SiteAdvert) => T | null): Promise<T> {
  for (const ms of LOOKS_MS) {
    await door.pause(ms);
    const advert = await door.read().catch((error: unknown) => {
      if (error instanceof SiteFailure) return null;
      throw lost;
    });
    const found = advert === null ? null : find(advert);
    if (found !== null) return found;
  }
  throw lost;
}

/** In the middle of a change, calls that the shop did not carry out are tried again; what then fails leaves a part of the change. */
async function keepTrying<T>(door: ShopDoor, progress: Progress, act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1)
    try {
      return await act();
    } catch (error) {
      if (!progress.isPartly || isUnknown(error)) throw error;
      const ms = RETRIES_MS[tries];
      const { kind, facts } = error instanceof SiteFailure ? error : { kind: null, facts: {} };
      const isShort = kind === 'busy' || kind === 'away';
      if (!isShort || ms === undefined)
        throw Object.assign(new SiteFailure('unknown', facts), { cause: error });
      await door.pause(Math.min((facts.waitSeconds ?? 0) * 1000 || ms, LONGEST_WAIT_MS));
    }
}

function isUnknown(error: unknown): boolean {
  return error instanceof SiteFailure && error.kind === 'unknown';
}
