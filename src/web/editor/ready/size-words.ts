import { formatNumber } from '#domain/language/plural.ts';

/** Returns words for files that have a place's least side: which one that is, for other places ask for more. */
export function enoughWords(leastSide: number): string {
  return `cel puțin ${formatNumber(leastSide)} px`;
}

/** Returns words for files below a place's least side. `isOfPixels`: they are large enough, but the pixels of their photos are too few. */
export function sizeWords(
  leastSide: number,
  { isOfPixels, photos }: { isOfPixels: boolean; photos: number },
): string {
  const least = formatNumber(leastSide);
  if (!isOfPixels) return `Sub ${least} px pe latura lungă`;
  const gives = photos === 1 ? 'Fotografia dă' : 'Fotografiile dau';
  return `${gives} prea puțini pixeli (sub ${least} pe latura lungă)`;
}
