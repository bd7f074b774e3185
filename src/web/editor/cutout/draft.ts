import { type CutoutHints, isWithinBounds, NO_HINTS, type Stroke } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';

/** The user's drawing on one photo, with undo and redo. */
export interface Draft {
  readonly past: readonly CutoutHints[];
  readonly now: CutoutHints;
  readonly future: readonly CutoutHints[];
}

export function createDraft(hints: CutoutHints): Draft {
  return { past: [], now: hints, future: [] };
}

export function withBox(draft: Draft, box: Box): Draft {
  return pushStep(draft, { ...draft.now, box });
}

export function withStroke(draft: Draft, stroke: Stroke): Draft {
  const strokes = [...draft.now.strokes, stroke];
  return isWithinBounds(strokes) ? pushStep(draft, { ...draft.now, strokes }) : draft;
}

/** Back at what another cut-out was made from; itself a step that can be taken back. */
export function withDrawing(draft: Draft, { box, strokes }: CutoutHints): Draft {
  return pushStep(draft, { box, strokes });
}

/** Nothing drawn; itself a step that can be taken back. */
export function startedOver(draft: Draft): Draft {
  return pushStep(draft, NO_HINTS);
}

export function undoStep(draft: Draft): Draft {
  const { past, now, future } = draft;
  const before = past.at(-1);
  return before === undefined ? draft : { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redoStep(draft: Draft): Draft {
  const [next, ...future] = draft.future;
  return next === undefined ? draft : { past: [...draft.past, draft.now], now: next, future };
}

function pushStep({ past, now }: Draft, next: CutoutHints): Draft {
  return { past: [...past, now], now: next, future: [] };
}

/** Strokes that the shown mask, made from `shown`, does not know yet: they are painted over it until it comes anew. */
export function notYetIn(shown: CutoutHints | null, now: CutoutHints): readonly Stroke[] {
  if (shown === null || JSON.stringify(shown.box) !== JSON.stringify(now.box)) return now.strokes;
  const common = now.strokes.slice(0, shown.strokes.length);
  return JSON.stringify(common) === JSON.stringify(shown.strokes)
    ? now.strokes.slice(shown.strokes.length)
    : [];
}
