/**
 * Proposes lots from one pile of photos, each the photos of one thing for sale. Folders tell best, then names, then pauses and looks. Where
 * it is unsure there is one lot too few rather than a border through a thing.
 */
import { inBatchOrder } from '#domain/batches/order.ts';
import { groupBy } from '#domain/group-by.ts';
import { cutTimeline, layOntoClocks } from './clocks.ts';
import { type Exposure, isTimed, readTracks } from './exposures.ts';
import { readFolders } from './folders.ts';
import { readPrefixes } from './name-prefix.ts';
import { orderByNames } from './order-by-names.ts';
import type { PilePhoto, ProposedLot } from './pile-photo.ts';
import { cutUntimed, guessTimes } from './untimed.ts';

/** Share of photos that must have a prefix for names to tell, and share of them that are not the only one of theirs. */
const NEARLY_ALL = 0.9;
const SHARED = 0.5;

/**
 * Returns every photo once. Lots that folders or names told stand first, in the order of those names, `SKU-2` before `SKU-10`; the others
 * follow in the order of their first photo. Photos stand as their names tell in a lot that names or folders told, else as a batch orders them.
 */
export function proposeLots(photos: readonly PilePhoto[]): ProposedLot[] {
  return proposeWith(photos, splitBySight);
}

/** Returns the lots where folders and names tell all of them, also of photos that are not there yet; null where looks or pauses have to. */
export function proposeByNames(photos: readonly PilePhoto[]): ProposedLot[] | null {
  const lots = proposeWith(photos, (left) =>
    left.length === 0 ? [] : [{ photos: left, name: null, by: 'seen' }],
  );
  return lots.every(({ by }) => by !== 'seen') ? lots : null;
}

/** Splits photos of which neither folder nor name tells. */
type Split = (photos: readonly PilePhoto[]) => Told[];

function proposeWith(photos: readonly PilePhoto[], splitOthers: Split): ProposedLot[] {
  const order = new Map(orderPhotos(photos).map(({ id }, at) => [id, at]));
  const place = (id: string | undefined) => order.get(id ?? '') ?? 0;
  return splitByFolder(photos, splitOthers)
    .map(({ photos: own, ...told }) => ({ ...told, photoIds: orderLot(own, told) }))
    .sort((a, b) => compareNames(a.name, b.name) || place(a.photoIds[0]) - place(b.photoIds[0]));
}

const natural = new Intl.Collator('ro', { numeric: true });

/** Compares names as people count; a lot without one comes after those that have one. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return natural.compare(a, b);
}

interface Told {
  readonly photos: readonly PilePhoto[];
  readonly name: string | null;
  readonly by: ProposedLot['by'];
}

function orderLot(photos: readonly PilePhoto[], { by }: Pick<Told, 'by'>): string[] {
  const byNames = by === 'seen' ? null : orderByNames(photos);
  return byNames ?? orderPhotos(photos).map(({ id }) => id);
}

function orderPhotos(photos: readonly PilePhoto[]): readonly PilePhoto[] {
  const placed = photos.map((photo, position) => ({ ...photo, position }));
  return inBatchOrder(placed, 'time');
}

function splitByFolder(photos: readonly PilePhoto[], splitOthers: Split): Told[] {
  const folders = readFolders(photos);
  const groups = groupBy(photos.entries(), ([n]) => folders[n]?.path ?? null);
  groups.delete(null);
  if (groups.size < 2) return splitByNames(photos, splitOthers);
  const loose = photos.filter((_, n) => folders[n] === null);
  const told = [...groups.values()].map((group) => ({
    photos: group.map(([, photo]) => photo),
    name: folders[group[0]?.[0] ?? 0]?.name ?? null,
    by: 'folder' as const,
  }));
  return [...told, ...splitByNames(loose, splitOthers)];
}

function splitByNames(photos: readonly PilePhoto[], splitOthers: Split): Told[] {
  const prefixes = readPrefixes(photos);
  const groups = groupBy(photos.entries(), ([n]) => prefixes[n] ?? null);
  const without = groups.get(null)?.length ?? 0;
  groups.delete(null);
  const shared = [...groups.values()].reduce((sum, { length }) => sum + (length > 1 ? length : 0), 0);
  const isTold =
    groups.size > 1 &&
    photos.length - without >= NEARLY_ALL * photos.length &&
    shared >= SHARED * (photos.length - without);
  if (!isTold) return splitOthers(photos);
  // A photo without a prefix goes with the one before it.
  const prefixOf = new Map(photos.map(({ id }, n) => [id, prefixes[n] ?? null]));
  const ordered = orderPhotos(photos);
  let name = ordered.map(({ id }) => prefixOf.get(id) ?? null).find((prefix) => prefix !== null) ?? null;
  const placed = ordered.map((photo) => {
    name = prefixOf.get(photo.id) ?? name;
    return { photo, name };
  });
  return [...groupBy(placed, (one) => one.name)].map(([prefix, group]) => ({
    photos: group.map(({ photo }) => photo),
    name: prefix,
    by: 'names',
  }));
}

function splitBySight(photos: readonly PilePhoto[]): Told[] {
  const tracks = readTracks(photos).map(guessTimes);
  const untimed = tracks.filter((track) => !track.some(isTimed));
  const timed = tracks.map((track) => track.filter(isTimed).sort((a, b) => a.at - b.at));
  const things: Exposure[][] = layOntoClocks(timed.filter(({ length }) => length > 0)).flatMap(cutTimeline);
  // A phone without any time tells nothing of which thing its photos are of: they stay together.
  if (things.length === 0) things.push(...cutUntimed(untimed));
  else if (untimed.length > 0) things.push(untimed.flat());
  return things.map((exposures) => ({ photos: exposures.map(({ photo }) => photo), name: null, by: 'seen' }));
}
