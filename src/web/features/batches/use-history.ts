import { useEffect, useRef, useState } from 'react';
import {
  type Edit,
  type History,
  NO_HISTORY,
  record,
  redo,
  stepWords,
  type Undoable,
  undo,
} from '#web/features/batches/history.ts';
import type { Shown } from '#web/features/batches/use-shown.ts';

export interface LotHistory {
  /** Changes the lot so that it can be taken back. */
  edit(edit: Edit): void;
  /** Answers the photos of the lot that it was about. */
  undo(): readonly string[];
  redo(): readonly string[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What a screen reader hears of the last step back or forward. */
  readonly said: string;
}

/** Edits of one lot with the way back; it outlives saving, and a run in between. */
export function useHistory(lot: Undoable | null, apply: (edit: Edit) => void): LotHistory {
  const [history, setHistory] = useState<History>(NO_HISTORY);
  const [said, setSaid] = useState('');
  // A toast's button may hold this for a while: what it changes is the lot as it stands by then.
  const latest = useRef(lot);
  latest.current = lot;
  const step = (move: typeof undo, words: string) => () => {
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
      if (current !== null) setHistory((was) => record(was, current, edit, performance.now()));
      apply(edit);
    },
    undo: step(undo, 'Înapoi'),
    redo: step(redo, 'Din nou'),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    said,
  };
}

/** Steps that lead to the photo that they change, unless one of those is shown. */
export function inSight(
  history: LotHistory,
  { photoId, select }: Pick<Shown, 'photoId' | 'select'>,
): LotHistory {
  const shownAfter = (step: () => readonly string[]) => () => {
    const changed = step();
    const [first] = changed;
    if (first !== undefined && !changed.includes(photoId ?? '')) select(first);
    return changed;
  };
  return { ...history, undo: shownAfter(history.undo), redo: shownAfter(history.redo) };
}

/** Ctrl+Z and Shift+Ctrl+Z (⌘ too) anywhere but where text is written. */
export function useUndoKeys({ undo, redo }: Record<'undo' | 'redo', () => void>): void {
  const latest = useRef({ undo, redo });
  latest.current = { undo, redo };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if ((key !== 'z' && key !== 'y') || isWriting(event.target)) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !/^(range|radio|checkbox|color)$/.test(target.type);
}
