/** Rows of marks in the pixels of the picture they were found in. */
import { classifyInk, type GlyphCandidate, glyphCandidates, SIEVES } from './glyph-candidates.ts';
import type { GreyLevel } from './grey.ts';
import { findGlyphRows, type GlyphRow } from './rows.ts';

/** A row in the picture's pixels. */
export interface TextRow {
  readonly grey: GreyLevel;
  readonly row: GlyphRow;
  /** Light characters on a dark plate. */
  readonly light: boolean;
  /** All marks found like this. */
  readonly around: readonly GlyphCandidate[];
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly height: number;
}

export function textRowsIn(grey: GreyLevel): TextRow[] {
  const ink = classifyInk(grey);
  return SIEVES.flatMap(({ least, most, light }) => {
    const marks = glyphCandidates(ink, least, most);
    return findGlyphRows(marks).map((row) => buildTextRow(grey, row, { around: marks, light }));
  });
}

function buildTextRow(
  grey: GreyLevel,
  row: GlyphRow,
  { around, light }: { around: readonly GlyphCandidate[]; light: boolean },
): TextRow {
  const left = Math.min(...row.marks.map((mark) => mark.left)) * grey.scale;
  const right = Math.max(...row.marks.map((mark) => mark.right)) * grey.scale;
  const middle = row.at * grey.scale + (row.lean * (left + right)) / 2;
  return { grey, row, around, light, left, right, middle, height: row.height * grey.scale };
}
