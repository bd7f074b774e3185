import { randomInt } from 'node:crypto';
import { parseObject } from './advert-body.ts';
import type { Photos } from './adverts.ts';
import type { Faults } from './faults.ts';
import type { Taken } from './pictures.ts';
import { getNow, type Portal } from './portal.ts';
import { ApiRefusal, type Reply, refuseFields } from './replies.ts';

/** Most pictures of a collection: presupus, what the site shows for cars. */
const MOST = 40;

interface CollectionCall {
  readonly dealerId: number;
  readonly method: string;
  /** What follows /imageCollections. */
  readonly path: string;
  readonly body: string;
  /** True with `X-Bulk-Error: per_item`. */
  readonly isPerItem: boolean;
}

/**
 * POST /imageCollections, PUT /imageCollections/ID with addresses by number, POST /imageCollections/ID/images with `source`. The pictures
 * are fetched during the call. Throws the site's refusals.
 */
export async function answerCollections(portal: Portal, call: CollectionCall): Promise<Reply> {
  const [, id, part] = call.path.split('/');
  if (call.method === 'POST' && id === undefined) return makeCollection(portal, call);
  const known = portal.collections.get(id ?? '');
  if (id === undefined || known === undefined || known.dealerId !== call.dealerId)
    throw new ApiRefusal(404, 'Collection not found', { type: 'NotFoundException' });
  if (call.method === 'PUT' && part === undefined) {
    const { photos, images } = await takeAll(portal, call);
    known.photos = photos;
    showAtOnce(portal, id, photos);
    return { status: 200, body: { id, images } };
  }
  if (call.method !== 'POST' || part !== 'images')
    throw new ApiRefusal(405, 'Method not allowed', { type: 'MethodNotAllowedException' });
  const taken = await takeOne(portal, parseObject(call.body).source);
  if ('refusal' in taken) throw refuseFields({ source: [taken.refusal] });
  known.photos = { ...known.photos, [String(Object.keys(known.photos).length + 1)]: taken.sizes };
  showAtOnce(portal, id, known.photos);
  return { status: 201, body: { id, images: showSizes(known.photos) } };
}

async function makeCollection(portal: Portal, call: CollectionCall): Promise<Reply> {
  const { photos, images } = await takeAll(portal, call);
  const id = String(randomInt(1_000_000, 100_000_000));
  portal.collections.set(id, { dealerId: call.dealerId, photos });
  const { collection } = portal.faults;
  if (collection === 'no-id') return { status: 201, body: { images } };
  if (collection === 'drop-one') delete images[String(Object.keys(images).length)];
  return { status: 201, body: { id, images } };
}

/** Where a collection's change is shown by itself, its adverts have it now. */
function showAtOnce({ adverts, faults }: Portal, id: string, photos: Photos): void {
  if (faults.live !== 'at-once') return;
  for (const advert of adverts) if (advert.image_collection_id === id) advert.photos = photos;
}

interface TakenAll {
  readonly photos: Photos;
  /** What the answer says of each. */
  readonly images: Record<string, unknown>;
}

async function takeAll(portal: Portal, { body, isPerItem }: CollectionCall): Promise<TakenAll> {
  const sent = Object.entries(parseObject(body));
  if (sent.length === 0 || sent.length > MOST || sent.some(([key]) => !/^[1-9]\d?$/.test(key)))
    throw refuseFields({ images: [`1 to ${MOST} pictures, by number`] });
  const taken: [string, Taken][] = [];
  for (const [key, url] of sent.toSorted(([a], [b]) => Number(a) - Number(b)))
    taken.push([key, await takeOne(portal, url)]);
  const refused = taken.flatMap(([key, one]) => ('refusal' in one ? [[key, one.refusal]] : []));
  // Without the header one bad picture is all bad (presupus).
  if (refused.length === taken.length || (refused.length > 0 && !isPerItem))
    throw refuseFields(Object.fromEntries(refused));
  const photos = Object.fromEntries(
    taken.flatMap(([key, one]) => ('sizes' in one ? [[key, one.sizes]] : [])),
  );
  const errors = refused.map(([key, words]) => [key, buildItemError(words ?? '', portal.faults)]);
  return { photos, images: { ...showSizes(photos), ...Object.fromEntries(errors) } };
}

function takeOne(portal: Portal, url: unknown): Promise<Taken> {
  return portal.pictures.take(url, { at: getNow(portal), limitMs: portal.faults.pictureMs });
}

/** The documented samples have sizes by number, from 0. */
function showSizes(photos: Photos): Record<string, unknown> {
  const numbered = Object.entries(photos).map(([key, sizes]) => [key, { ...Object.values(sizes) }]);
  return Object.fromEntries(numbered);
}

/** How one failed picture is told is presupus. */
function buildItemError(words: string, { itemError }: Faults): unknown {
  if (itemError === 'text') return words;
  if (itemError === 'list') return [words];
  return itemError === 'null' ? null : { error: { type: 'ImageException', message: words } };
}
