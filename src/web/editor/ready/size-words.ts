import { formatNumber } from '#domain/language/plural.ts';

/** Of files below a place's least side; `isOfPixels`: they are large enough, and what they show of their photos is not. */
export function sizeWords(
  leastSide: number,
  { isOfPixels, photos }: { isOfPixels: boolean; photos: number },
): string {
  const least = formatNumber(leastSide);
  if (!isOfPixels) return `Sub ${least} px pe latura lungă`;
  const gives = photos === 1 ? 'Fotografia dă' : 'Fotografiile dau';
  return `${gives} prea puțini pixeli (sub ${least} pe latura lungă)`;
}
