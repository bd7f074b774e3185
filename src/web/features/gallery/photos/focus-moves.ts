import type { JustifiedRow } from '#web/features/gallery/photos/justified.ts';

type PhotoRow = Extract<JustifiedRow, { kind: 'photos' }>;

/** The photo that a key leads to from photo `index`, or null when the key does not move. Up and down go to the nearest centre. */
export function moveFocus(rows: readonly JustifiedRow[], index: number, key: string): number | null {
  const photos = rows.filter((row): row is PhotoRow => row.kind === 'photos');
  const last = (photos.at(-1)?.tiles.at(-1)?.index ?? -1) as number;
  if (last < 0) return null;
  const within = (to: number) => Math.min(last, Math.max(0, to));
  switch (key) {
    case 'ArrowRight':
      return within(index + 1);
    case 'ArrowLeft':
      return within(index - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowDown':
      return moveVertically(photos, index, 1);
    case 'ArrowUp':
      return moveVertically(photos, index, -1);
    case 'PageDown':
      return moveVertically(photos, index, 4);
    case 'PageUp':
      return moveVertically(photos, index, -4);
    default:
      return null;
  }
}

function moveVertically(rows: readonly PhotoRow[], index: number, step: number): number {
  const at = rows.findIndex(({ tiles }) => tiles.some((tile) => tile.index === index));
  const from = rows[at]?.tiles.find((tile) => tile.index === index);
  const target = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
  if (!from || !target || target === rows[at]) return index;
  const centre = from.left + from.width / 2;
  const distance = (tile: { left: number; width: number }) => Math.abs(tile.left + tile.width / 2 - centre);
  return target.tiles.reduce((best, tile) => (distance(tile) < distance(best) ? tile : best)).index;
}
