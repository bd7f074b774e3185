import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import type { BatchPatch } from '#web/editor/edits/batch-autosave.ts';
import { frameNumber } from '#web/text/batch-words.ts';

/** An edit of the batch, or of its photos' plates. */
export type Edit = BatchPatch & { readonly plates?: Plates };
type Plates = Readonly<Record<string, Photo['plates']>>;

/**
 * The parts of a batch whose edits can be undone: recipe, outputs, single photos' overrides, the order, names of files, and photos' plates. Its name is
 * not one of them.
 */
export type Undoable = Pick<Batch, 'recipe' | 'outputs' | 'exceptions' | 'photoIds'> & {
  /** Missing where nothing is named. */
  readonly filePattern?: string;
  readonly order?: Batch['order'];
  readonly photos: Readonly<Record<string, Pick<Photo, 'plates'>>>;
};
type UndoablePart = Exclude<keyof Undoable, 'photos'> | 'plates';

interface Step {
  /** Name of the moved setting, down to the slider. */
  readonly what: string;
  readonly before: Edit;
  readonly after: Edit;
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

interface TimedEdit {
  readonly edit: Edit;
  /** Milliseconds of any clock that only goes on. */
  readonly at: number;
}

/** Returns the history after an edit of the batch as it stands; an edit that changes nothing leaves it alone. */
export function recordEdit(history: History, batch: Undoable, { edit, at }: TimedEdit): History {
  const { name: _, ...after } = edit;
  const before = stateBefore(batch, after);
  if (changedPaths(before, after).length === 0) return history;
  const isTakenBack = Object.values(after.exceptions ?? {}).includes(null);
  const what =
    changedPaths(asSeen(batch, before), asSeen(batch, after)).join() + (isTakenBack ? ' back' : '');
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
  /** The edit that makes the step. */
  readonly edit: Edit;
  /** The part of the batch that moved. */
  readonly part: UndoablePart;
  /** The photos that the step was about; none where it was about the batch. */
  readonly photoIds: readonly string[];
}

export function undoEdit({ past, future }: History): Move | null {
  const step = past.at(-1);
  if (step === undefined) return null;
  return {
    history: { past: past.slice(0, -1), future: [step, ...future] },
    edit: step.before,
    ...getStepSubject(step),
  };
}

export function redoEdit({ past, future }: History): Move | null {
  const [step, ...rest] = future;
  if (step === undefined) return null;
  return {
    history: { past: [...past, { ...step, at: 0 }], future: rest },
    edit: step.after,
    ...getStepSubject(step),
  };
}

function getStepSubject({ before }: Step): Pick<Move, 'part' | 'photoIds'> {
  const part = (Object.keys(before)[0] ?? 'recipe') as UndoablePart;
  return { part, photoIds: Object.keys(before.exceptions ?? before.plates ?? {}) };
}

/** Returns „Înapoi: fotografia 04”: the moved part, with its photos by their numbers in the batch. */
export function stepWords(
  words: string,
  { part, photoIds }: Pick<Move, 'part' | 'photoIds'>,
  batch: readonly string[],
): string {
  const here = batch.filter((id) => photoIds.includes(id));
  const numbers = here.map((id) => frameNumber(batch.indexOf(id), batch.length)).join(', ');
  return [`${words}: ${PARTS[part](here.length)}`, numbers].join(' ').trim();
}

const PARTS: Record<UndoablePart, (photos: number) => string> = {
  recipe: () => 'rețeta',
  outputs: () => 'variantele',
  exceptions: (photos) => (photos > 1 ? 'fotografiile' : 'fotografia'),
  filePattern: () => 'numele fișierelor',
  photoIds: () => 'ordinea',
  order: () => 'ordinea',
  plates: (photos) => (photos > 1 ? 'numerele de la fotografiile' : 'numerele de la fotografia'),
};

function stateBefore(
  batch: Undoable,
  { recipe, outputs, filePattern, order, exceptions, photoIds, plates }: Edit,
): Edit {
  const own = Object.keys(exceptions ?? {}).map((id) => [id, batch.exceptions[id] ?? null] as const);
  return {
    ...(recipe && { recipe: batch.recipe }),
    ...(outputs && { outputs: batch.outputs }),
    ...(filePattern !== undefined && { filePattern: batch.filePattern }),
    ...(exceptions && { exceptions: Object.fromEntries(own) }),
    ...(photoIds && { photoIds: batch.photoIds }),
    ...(order && batch.order && { order: batch.order.by }),
    ...(plates && { plates: platesIn(batch, Object.keys(plates)) }),
  };
}

function platesIn({ photos }: Undoable, ids: readonly string[]): Plates {
  return Object.fromEntries(ids.map((id) => [id, photos[id]?.plates ?? null]));
}

/**
 * Returns the edit as the person sees it. A photo without overrides looks as the recipe says: the first pull at its slider is a pull like
 * the next. Taking it back is not.
 */
function asSeen({ recipe }: Undoable, edit: Edit): unknown {
  if (edit.plates) return { plates: platesSeen(edit.plates) };
  if (!edit.exceptions) return edit;
  const seen = Object.entries(edit.exceptions).map(([id, own]) => {
    const { light, rotate, background, ...rest } = own ?? NO_OVERRIDES;
    const seen = {
      ...rest,
      light: light ?? recipe.light,
      rotate: rotate ?? recipe.rotate,
      background: background ?? recipe.background,
    };
    return [id, seen];
  });
  return { ...edit, exceptions: Object.fromEntries(seen) };
}

/** Makes a plate that is added, taken away or answered for another step than its corners moved. */
function platesSeen(plates: Plates): unknown {
  const seen = Object.entries(plates).map(([id, quads]) => [id, { many: quads?.length ?? null, quads }]);
  return Object.fromEntries(seen);
}

/** Returns „recipe.light.levels”: the paths where two values differ. Lists count as one value. */
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
