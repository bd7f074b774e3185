/**
 * The lots that a person makes out of a pile, before anything is stored. Every change gives a new list, the same one where nothing changed,
 * with the same lots where those did not; no photo is lost or doubled.
 */

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

/**
 * Begins a new lot with each row of chosen photos; chosen ones that stand side by side are one row. A row that stands at the beginning of its
 * lot begins one already. `build` is asked for each new lot, by its number from 0.
 */
export function splitBefore(
  lots: Arrangement,
  chosen: ReadonlySet<string>,
  build: (made: number) => Pick<ArrangedLot, 'key' | 'name'>,
): Arrangement {
  let made = 0;
  const parts = lots.map((lot) => {
    const begins = lot.photoIds.flatMap((id, at) =>
      at > 0 && chosen.has(id) && !chosen.has(lot.photoIds[at - 1] ?? '') ? [at] : [],
    );
    if (begins.length === 0) return [lot];
    return [0, ...begins].map((at, i) => ({
      ...(i === 0 ? lot : build(made++)),
      photoIds: lot.photoIds.slice(at, begins[i]),
    }));
  });
  return parts.every(({ length }) => length === 1) ? lots : parts.flat();
}

/** Moves photos to the end of a lot, or into a new one (`fresh`) at the end; lots that are left empty go. */
export function movePhotos(
  lots: Arrangement,
  photoIds: ReadonlySet<string>,
  to: { readonly key: string } | { readonly fresh: Pick<ArrangedLot, 'key' | 'name'> },
): Arrangement {
  const moved = lots.flatMap((lot) => lot.photoIds).filter((id) => photoIds.has(id));
  if (moved.length === 0 || ('key' in to && !lots.some(({ key }) => key === to.key))) return lots;
  const left = lots.map((lot) => {
    const staying = lot.photoIds.filter((id) => !photoIds.has(id));
    const photos = 'key' in to && lot.key === to.key ? [...staying, ...moved] : staying;
    return isSameList(photos, lot.photoIds) ? lot : { ...lot, photoIds: photos };
  });
  if ('key' in to && left.every((lot, i) => lot === lots[i])) return lots;
  const all = 'fresh' in to ? [...left, { ...to.fresh, photoIds: moved }] : left;
  return all.filter((lot) => lot.photoIds.length > 0);
}

export function renameLot(lots: Arrangement, key: string, name: string): Arrangement {
  return lots.map((lot) => (lot.key === key ? { ...lot, name } : lot));
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
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
