import { useEffect, useRef, useState } from 'react';
import {
  type Edit,
  type History,
  NO_HISTORY,
  record,
  redo,
  type Undoable,
  type UndoablePart,
  undo,
} from '#web/features/batches/history.ts';

export interface LotHistory {
  /** Changes the lot so that it can be taken back. */
  edit(edit: Edit): void;
  undo(): void;
  redo(): void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What a screen reader hears of the last step back or forward. */
  readonly said: string;
}

const PARTS: Record<UndoablePart, string> = {
  recipe: 'rețeta',
  outputs: 'variantele',
  exceptions: 'o fotografie',
  photoIds: 'ordinea',
  plates: 'numerele unei fotografii',
};

/** Edits of one lot with the way back; it outlives saving, and a run in between. */
export function useHistory(lot: Undoable | null, apply: (edit: Edit) => void): LotHistory {
  const [history, setHistory] = useState<History>(NO_HISTORY);
  const [said, setSaid] = useState('');
  // A toast's button may hold this for a while: what it changes is the lot as it stands by then.
  const latest = useRef(lot);
  latest.current = lot;
  const step = (move: typeof undo, words: string) => () => {
    const moved = move(history);
    if (moved === null) return;
    setHistory(moved.history);
    setSaid(`${words}: ${PARTS[moved.part]}`);
    apply(moved.edit);
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

/** Ctrl+Z and Shift+Ctrl+Z (⌘ too) anywhere but where text is written. */
export function useUndoKeys({ undo, redo }: Pick<LotHistory, 'undo' | 'redo'>): void {
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
