import { tidyLine } from '#domain/language/visible-text.ts';
import type { Position } from '#domain/recipes/overlays.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

export const POSITION_WORDS: Record<Position, string> = {
  nw: 'sus, stânga',
  n: 'sus, la mijloc',
  ne: 'sus, dreapta',
  w: 'la stânga',
  c: 'în mijloc',
  e: 'la dreapta',
  sw: 'jos, stânga',
  s: 'jos, la mijloc',
  se: 'jos, dreapta',
  tile: 'repetat',
};

export const PLATE_WORDS: Record<PlateCover['kind'], string> = {
  solid: 'Culoare uniformă',
  pixelated: 'Pixelată',
  logo: 'Sigla mea',
  off: 'Nu le acoperi',
};

/** „2,5%” */
export function formatPercent(value: number): string {
  return `${value}%`.replace('.', ',');
}

/** Says what is still missing for the mark to be visible; null when nothing is. */
export function missingMark(watermark: Recipe['watermark']): string | null {
  if (watermark?.kind === 'text' && tidyLine(watermark.text) === '')
    return 'Scrie ce apare pe fotografii, sau oprește filigranul.';
  if (watermark?.kind === 'logo' && watermark.photoId === null)
    return 'Alege o siglă, sau oprește filigranul.';
  return null;
}
