/** The lots that a person makes out of a pile, before anything is stored: every change gives a new list, and no photo is lost or doubled. */

export interface ArrangedLot {
  /** Stays the same while the lot is changed. */
  readonly key: string;
  readonly name: string;
  /** In order; never empty. */
  readonly photoIds: readonly string[];
}

export type Arrangement = readonly ArrangedLot[];

/** Moves the border after the lot at `index` by this many photos, forwards or back; each side keeps a photo. */
export function moveBorder(lots: Arrangement, index: number, by: number): Arrangement {
  const [before, after] = [lots[index], lots[index + 1]];
  if (before === undefined || after === undefined) return lots;
  const all = [...before.photoIds, ...after.photoIds];
  const at = Math.min(all.length - 1, Math.max(1, before.photoIds.length + by));
  if (at === before.photoIds.length) return lots;
  return lots.map((lot, i) => {
    if (i === index) return { ...lot, photoIds: all.slice(0, at) };
    return i === index + 1 ? { ...lot, photoIds: all.slice(at) } : lot;
  });
}

/** Joins the lot at `index` with the next one, under its own name. */
export function joinWithNext(lots: Arrangement, index: number): Arrangement {
  const [lot, next] = [lots[index], lots[index + 1]];
  if (lot === undefined || next === undefined) return lots;
  const joined = { ...lot, photoIds: [...lot.photoIds, ...next.photoIds] };
  return [...lots.slice(0, index), joined, ...lots.slice(index + 2)];
}

/** Begins a new lot with this photo, unless one begins there. */
export function splitBefore(
  lots: Arrangement,
  photoId: string,
  fresh: Pick<ArrangedLot, 'key' | 'name'>,
): Arrangement {
  return lots.flatMap((lot) => {
    const at = lot.photoIds.indexOf(photoId);
    if (at < 1) return [lot];
    return [
      { ...lot, photoIds: lot.photoIds.slice(0, at) },
      { ...fresh, photoIds: lot.photoIds.slice(at) },
    ];
  });
}

/** Moves photos to the end of a lot, or into a new one (`fresh`) at the end; lots that are left empty go. */
export function movePhotos(
  lots: Arrangement,
  photoIds: ReadonlySet<string>,
  to: { readonly key: string } | { readonly fresh: Pick<ArrangedLot, 'key' | 'name'> },
): Arrangement {
  const moved = lots.flatMap((lot) => lot.photoIds).filter((id) => photoIds.has(id));
  if (moved.length === 0) return lots;
  const left = lots.map((lot) => {
    const staying = lot.photoIds.filter((id) => !photoIds.has(id));
    return { ...lot, photoIds: 'key' in to && lot.key === to.key ? [...staying, ...moved] : staying };
  });
  const all = 'fresh' in to ? [...left, { ...to.fresh, photoIds: moved }] : left;
  return all.filter((lot) => lot.photoIds.length > 0);
}

export function renameLot(lots: Arrangement, key: string, name: string): Arrangement {
  return lots.map((lot) => (lot.key === key ? { ...lot, name } : lot));
}

function emptyLot(lot: ArrangedLot | undefined): ArrangedLot | undefined {
  return lot && { ...lot, photoIds: [] };
}

/** Follows the pile: photos that left it go, photos that came since are added to the last lot that is left. */
export function followPile(lots: Arrangement, photoIds: readonly string[]): Arrangement {
  const there = new Set(photoIds);
  const known = new Set(lots.flatMap((lot) => lot.photoIds));
  const come = photoIds.filter((id) => !known.has(id));
  if (come.length === 0 && [...known].every((id) => there.has(id))) return lots;
  const left = lots
    .map((lot) => ({ ...lot, photoIds: lot.photoIds.filter((id) => there.has(id)) }))
    .filter((lot) => lot.photoIds.length > 0);
  const last = left.pop() ?? emptyLot(lots.at(-1));
  return last === undefined || last.photoIds.length + come.length === 0
    ? left
    : [...left, { ...last, photoIds: [...last.photoIds, ...come] }];
}
