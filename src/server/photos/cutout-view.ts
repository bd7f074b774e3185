import type { Cutout } from '#contract/photos.ts';
import type { CutoutRow } from '#server/photos/cutout-store.ts';

export function asCutout(row: CutoutRow): Cutout {
  const { id, engine, confidence, sure, subject, broken } = row;
  const cutout = { id, engine, confidence, sure, approved: row.approved_at !== null, subject };
  return broken === null ? cutout : { ...cutout, broken };
}

/** Returns the cut-out with the person's box and strokes. */
export function withHints(row: CutoutRow) {
  const { box, strokes } = row.hints;
  return {
    ...asCutout(row),
    box,
    strokes: strokes.map((stroke) => ({ ...stroke, points: [...stroke.points] })),
  };
}
