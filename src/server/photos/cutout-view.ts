import type { Cutout } from '#contract/photos.ts';
import type { CutoutRow } from '#server/photos/cutout-store.ts';

export function asCutout(row: CutoutRow): Cutout {
  const { id, engine, confidence, sure, subject } = row;
  return { id, engine, confidence, sure, approved: row.approved_at !== null, subject };
}

/** A run takes it: the engine is sure of it, or the person is. */
export function isUsable({ sure, approved_at }: Pick<CutoutRow, 'sure' | 'approved_at'>): boolean {
  return sure || approved_at !== null;
}

/** With what the person drew. */
export function withHints(row: CutoutRow) {
  const { box, strokes } = row.hints;
  return {
    ...asCutout(row),
    box,
    strokes: strokes.map((stroke) => ({ ...stroke, points: [...stroke.points] })),
  };
}
