/** Photographs edge to edge in rows of one height each, under the heading of their day or batch. All measures in CSS pixels. */
export interface Group {
  /** Empty: none. */
  readonly heading: string;
  /** Width ÷ height of each photo, in order. */
  readonly aspects: readonly number[];
}

interface Tile {
  /** Place in the whole gallery, from 0. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

export type JustifiedRow =
  | { readonly kind: 'heading'; readonly text: string; readonly height: number }
  | { readonly kind: 'photos'; readonly tiles: readonly Tile[]; readonly height: number };

export interface Measures {
  readonly width: number;
  readonly rowHeight: number;
  readonly gap: number;
  readonly headingHeight: number;
}

const NARROWEST = 0.5;
const WIDEST = 3;

export function buildJustifiedRows(groups: readonly Group[], measures: Measures): JustifiedRow[] {
  let first = 0;
  return groups.flatMap(({ heading, aspects }) => {
    const rows = groupRows(aspects, first, measures);
    first += aspects.length;
    if (heading === '') return rows;
    return [{ kind: 'heading', text: heading, height: measures.headingHeight } as const, ...rows];
  });
}

function groupRows(aspects: readonly number[], first: number, measures: Measures): JustifiedRow[] {
  const { width, rowHeight, gap } = measures;
  const rows: JustifiedRow[] = [];
  let start = 0;
  let sum = 0;
  const close = (end: number, height: number) => {
    rows.push(photoRow(aspects.slice(start, end), first + start, { height, gap }));
    start = end;
    sum = 0;
  };
  for (const [i, aspect] of aspects.entries()) {
    sum += clampAspect(aspect);
    const room = width - gap * (i - start);
    if (sum * rowHeight >= room) close(i + 1, room / sum);
  }
  if (start < aspects.length) close(aspects.length, rowHeight);
  return rows;
}

function photoRow(
  aspects: readonly number[],
  first: number,
  { height, gap }: { height: number; gap: number },
): JustifiedRow {
  let left = 0;
  const tiles = aspects.map((aspect, i) => {
    const tile = { index: first + i, left, width: clampAspect(aspect) * height };
    left += tile.width + gap;
    return tile;
  });
  return { kind: 'photos', tiles, height };
}

function clampAspect(aspect: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, aspect));
}

/** Returns the wanted row height: on a phone a row holds two landscape or three portrait photos, more on a wide screen. */
export function rowHeightFor(width: number): number {
  return Math.round(Math.min(210, Math.max(144, width / 4.2)));
}
