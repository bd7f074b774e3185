import type { Batch } from '#contract/batches.ts';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import type { LotEdit } from '#web/features/batches/use-lot.ts';

/** What was edited and can be taken back: recipe, outputs, single photos' exceptions and the order. A name is typed, not tried out. */
export type Undoable = Pick<Batch, 'recipe' | 'outputs' | 'exceptions' | 'photoIds'>;

interface Step {
  /** Names what moved, down to the slider. */
  readonly what: string;
  readonly before: LotEdit;
  readonly after: LotEdit;
  readonly at: number;
}

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const NO_HISTORY: History = { past: [], future: [] };
/** The same slider moved again within this time is the same step. */
const SAME_MOVE_MS = 900;
const KEPT = 100;

/** The history after an edit of the lot as it stands; an edit that changes nothing leaves it alone. */
export function record(history: History, lot: Undoable, edit: LotEdit, at: number): History {
  const { name: _, ...after } = edit;
  const before = stateBefore(lot, after);
  if (changedPaths(before, after).length === 0) return history;
  const isTakenBack = Object.values(after.exceptions ?? {}).includes(null);
  const what = changedPaths(asSeen(lot, before), asSeen(lot, after)).join() + (isTakenBack ? ' back' : '');
  const last = history.past.at(-1);
  if (
    last !== undefined &&
    last.what === what &&
    at - last.at < SAME_MOVE_MS &&
    history.future.length === 0
  ) {
    return { past: [...history.past.slice(0, -1), { ...last, after, at }], future: [] };
  }
  return { past: [...history.past, { what, before, after, at }].slice(-KEPT), future: [] };
}

interface Move {
  readonly history: History;
  /** What brings the lot there. */
  readonly edit: LotEdit;
  /** The part of the lot that moved. */
  readonly part: keyof Undoable;
}

export function undo({ past, future }: History): Move | null {
  const step = past.at(-1);
  if (step === undefined) return null;
  return {
    history: { past: past.slice(0, -1), future: [step, ...future] },
    edit: step.before,
    part: partOf(step),
  };
}

export function redo({ past, future }: History): Move | null {
  const [step, ...rest] = future;
  if (step === undefined) return null;
  return {
    history: { past: [...past, { ...step, at: 0 }], future: rest },
    edit: step.after,
    part: partOf(step),
  };
}

function partOf({ before }: Step): keyof Undoable {
  return (Object.keys(before)[0] ?? 'recipe') as keyof Undoable;
}

function stateBefore(lot: Undoable, { recipe, outputs, exceptions, photoIds }: LotEdit): LotEdit {
  const own = Object.keys(exceptions ?? {}).map((id) => [id, lot.exceptions[id] ?? null] as const);
  return {
    ...(recipe && { recipe: lot.recipe }),
    ...(outputs && { outputs: lot.outputs }),
    ...(exceptions && { exceptions: Object.fromEntries(own) }),
    ...(photoIds && { photoIds: lot.photoIds }),
  };
}

/** A photo without an exception looks as the recipe says: the first pull at its slider is a pull like the next. Taking it back is not. */
function asSeen({ recipe }: Undoable, edit: LotEdit): unknown {
  if (!edit.exceptions) return edit;
  const seen = Object.entries(edit.exceptions).map(([id, own]) => {
    const { light, rotate, ...rest } = own ?? NO_EXCEPTION;
    return [id, { ...rest, light: light ?? recipe.light, rotate: rotate ?? recipe.rotate }];
  });
  return { ...edit, exceptions: Object.fromEntries(seen) };
}

/** „recipe.light.levels”: where two values differ. Lists count as one value. */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (!isRecord(before) || !isRecord(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    changedPaths(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
