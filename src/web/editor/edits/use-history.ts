import { useState } from 'react';
import {
  type Edit,
  type History,
  NO_HISTORY,
  recordEdit,
  redoEdit,
  stepWords,
  type Undoable,
  undoEdit,
} from '#web/editor/edits/history.ts';
import type { SelectedPhoto } from '#web/editor/use-selected-photo.ts';
import { isWriting } from '#web/ui/is-writing.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { usePageKey } from '#web/ui/use-page-key.ts';

export interface BatchHistory {
  /** Changes the batch in a way that can be undone. */
  edit(edit: Edit): void;
  /** Returns the ids of the batch's photos that it changed. */
  undo(): readonly string[];
  redo(): readonly string[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The last undo or redo in words, for screen readers. */
  readonly said: string;
}

/** Edits of one batch with undo and redo; the history outlives saving, and a run in between. */
export function useHistory(batch: Undoable | null, apply: (edit: Edit) => void): BatchHistory {
  const [history, setHistory] = useState<History>(NO_HISTORY);
  const [said, setSaid] = useState('');
  // A toast's button may call this later: it changes the batch as it is by then.
  const latest = useLatest(batch);
  const step = (move: typeof undoEdit, words: string) => () => {
    const moved = move(history);
    if (moved === null) return [];
    const here = latest.current?.photoIds ?? [];
    setHistory(moved.history);
    setSaid(stepWords(words, moved, here));
    apply(moved.edit);
    return here.filter((id) => moved.photoIds.includes(id));
  };
  return {
    edit(edit) {
      const { current } = latest;
      if (current !== null) setHistory((was) => recordEdit(was, current, { edit, at: performance.now() }));
      apply(edit);
    },
    undo: step(undoEdit, 'Înapoi'),
    redo: step(redoEdit, 'Din nou'),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    said,
  };
}

/** Returns a history whose steps select a changed photo, unless one is shown already. */
export function inSight(
  history: BatchHistory,
  { photoId, select }: Pick<SelectedPhoto, 'photoId' | 'select'>,
): BatchHistory {
  const shownAfter = (step: () => readonly string[]) => () => {
    const changed = step();
    const [first] = changed;
    if (first !== undefined && !changed.includes(photoId ?? '')) select(first);
    return changed;
  };
  return { ...history, undo: shownAfter(history.undo), redo: shownAfter(history.redo) };
}

/** Listens to Ctrl+Z and Shift+Ctrl+Z (⌘ too) anywhere but in text fields. */
export function useUndoKeys({ undo, redo }: Record<'undo' | 'redo', () => void>): void {
  usePageKey((event) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if ((key !== 'z' && key !== 'y') || isWriting(event.target)) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
}
