/**
 * Licence plates suggested without a model: rows of character-like marks, judged by what a plate has around its number. A suggestion
 * is only that: the person confirms or moves it.
 */
import type { Quad } from '#domain/recipes/geometry.ts';
import { isPlate } from '#domain/recipes/plates.ts';
import type { SuggestedPlates } from '#imaging/messages.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { borderAround } from './border/border.ts';
import { wholeNumber } from './border/whole-number.ts';
import { readCharacters } from './characters/characters.ts';
import { measureColours } from './colours.ts';
import { findPlateCorners } from './corners.ts';
import { greyLevels } from './grey.ts';
import { isTexture, plateFeatures } from './plate-features.ts';
import type { GlyphRow } from './rows.ts';
import { type Clues, scorePlate } from './score.ts';
import { type TextRow, textRowsIn } from './text-rows.ts';
import { aroundBoth, bothClues, findOtherRow } from './two-lines.ts';

export interface Suggestion {
  readonly quad: Quad;
  readonly score: number;
  /** May be covered without asking first. */
  readonly sure: boolean;
}

/** Without the scores, as it is stored. */
export function asSuggested(found: readonly Suggestion[]): SuggestedPlates {
  return {
    plateSuggestions: found.map(({ quad }) => quad),
    surePlates: found.filter(({ sure }) => sure).map(({ quad }) => quad),
  };
}

/** More plates than that in one photo are a car park; the person adds them. */
export const MOST = 6;
/** Shades of brightness between ink and ground; dark photos have few. */
const FAINTEST = 9;
/** Beside a sure one, the dealer's name under it is not a second plate. */
const LEAST_OF_BEST = 0.33;
/** No drawn picture of writing reaches it, and nearly nine in ten of the plates that are found do. */
const SURE_SCORE = 2.5;

/** Best first; as shares of the picture's sides. */
export function findPlates(picture: Raw): Suggestion[] {
  const parts = candidatesIn(picture).map((one) => ({ ...one, score: scorePlate(one.clues) }));
  const found = parts.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const best: Suggestion[] = [];
  for (const part of found) {
    const { score } = part;
    if (score < LEAST_OF_BEST * (best[0]?.score ?? 0)) break;
    const border = withinPicture(picture, borderAround(picture, wholeNumber(part, parts)));
    const quad = isPlate(border) ? border : part.quad;
    if (best.length < MOST && !best.some((other) => isSamePlace(quad, other.quad)))
      best.push({ quad, score, sure: score >= SURE_SCORE });
  }
  return best;
}

export interface Candidate {
  readonly quad: Quad;
  readonly first: TextRow;
  /** The other line of a plate of two. */
  readonly second: GlyphRow | null;
  readonly clues: Clues;
}

/** Every row that could be a plate's number, in no order. */
export function candidatesIn(picture: Raw): Candidate[] {
  const textRows = greyLevels(picture).flatMap(textRowsIn);
  return textRows.flatMap((textRow) => candidateFor(picture, textRow, textRows));
}

/** A line of characters looked at closely. */
interface Line {
  readonly corners: Quad;
  readonly clues: Omit<Clues, 'linesNear' | 'stacked'>;
}

function candidateFor(picture: Raw, textRow: TextRow, all: readonly TextRow[]): Candidate[] {
  if (isTexture(textRow.row)) return [];
  const line = measurePlateLine(picture, textRow, textRow.row);
  if (line === null) return [];
  const second = findOtherRow(textRow);
  const other = second === null ? null : measurePlateLine(picture, textRow, second);
  const clues = {
    ...(other === null ? line.clues : bothClues(line, other)),
    stacked: other !== null,
    linesNear: linesNear(textRow, all, other !== null),
  };
  const quad = withinPicture(
    picture,
    other === null ? line.corners : aroundBoth(line.corners, other.corners),
  );
  return isPlate(quad) ? [{ quad, clues, first: textRow, second }] : [];
}

function measurePlateLine(picture: Raw, { grey, light }: TextRow, row: GlyphRow): Line | null {
  const { strip, findings } = plateFeatures(grey, row, light);
  if (findings.contrast < FAINTEST) return null;
  const { tint, band } = measureColours(picture, strip);
  const clues = { ...findings, tint, band, light, ...readCharacters(strip, row) };
  return { corners: findPlateCorners(strip, findings, band), clues };
}

/** Other lines of text above and below: a page or a shop window, where a plate stands alone. */
function linesNear(textRow: TextRow, all: readonly TextRow[], stacked: boolean): number {
  const lines = new Set<number>();
  for (const other of all) {
    const shared = Math.min(other.right, textRow.right) - Math.max(other.left, textRow.left);
    if (shared < 0.4 * Math.min(other.right - other.left, textRow.right - textRow.left)) continue;
    const apart = (other.middle - textRow.middle) / textRow.height;
    const size = other.height / textRow.height;
    if (Math.abs(apart) > (stacked ? 1.9 : 0.8) && Math.abs(apart) < 5 && size > 0.4 && size < 2.5)
      lines.add(Math.round(apart / 0.9));
  }
  return lines.size;
}

function withinPicture({ width, height }: Raw, quad: Quad): Quad {
  const share = (value: number, side: number) => Math.min(1, Math.max(0, value / side));
  return quad.map(({ x, y }) => ({ x: share(x, width), y: share(y, height) })) as unknown as Quad;
}

/** Two suggestions for the same place: their boxes share a third of the smaller one. */
export function isSamePlace(a: Quad, b: Quad): boolean {
  const [one, other] = [computeQuadBounds(a), computeQuadBounds(b)];
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const area = ({ left, right, top, bottom }: ReturnType<typeof computeQuadBounds>) =>
    (right - left) * (bottom - top);
  return wide > 0 && tall > 0 && wide * tall > 0.33 * Math.min(area(one), area(other));
}

function computeQuadBounds(quad: Quad) {
  const xs = quad.map(({ x }) => x);
  const ys = quad.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
