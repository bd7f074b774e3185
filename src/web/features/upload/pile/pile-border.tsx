import { GripHorizontal } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { newKey } from '#web/api/new-key.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface PileBorderProps {
  /** Number of the lot before it, from 1. */
  readonly after: number;
  /** Photos of the lot before and of the one behind it, in order. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  /** With the drag that it is part of, none for a key. */
  readonly onMove: (by: number, drag?: string) => void;
  readonly onJoin: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The border between two lots: dragged onto the photo that the next lot is to begin with, moved by arrows, Home and End, or taken away. */
export function PileBorder({ after, before, behind, onMove, onJoin }: PileBorderProps) {
  const dragged = useRef<{ pointer: number; drag: string } | null>(null);
  const all = [...before, ...behind];
  const ends: Readonly<Record<string, number>> = {
    Home: 1 - before.length,
    End: behind.length - 1,
  };
  const handleKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key] ?? ends[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  const follow = ({ clientX, clientY, pointerId }: PointerEvent) => {
    if (dragged.current?.pointer !== pointerId) return;
    const under = document
      .elementsFromPoint(clientX, clientY)
      .find((element) => element instanceof HTMLElement && element.closest('[data-pile-photo]') !== null);
    const id = under?.closest('[data-pile-photo]')?.getAttribute('data-pile-photo') ?? '';
    const at = all.indexOf(id);
    if (at > 0 && at !== before.length) onMove(at - before.length, dragged.current.drag);
  };
  return (
    <div className="flex items-center gap-2 py-1">
      <span aria-hidden className="h-px flex-1 bg-line-strong" />
      <div
        role="slider"
        tabIndex={0}
        aria-label={`Granița dintre lotul ${after} și lotul ${after + 1}`}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={all.length - 1}
        aria-valuenow={before.length}
        aria-valuetext={`${formatCount(before.length, NOUNS.photo)} în lotul ${after}, ${formatCount(behind.length, NOUNS.photo)} în lotul ${after + 1}`}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          dragged.current = { pointer: event.pointerId, drag: newKey() };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={follow}
        onPointerUp={() => {
          dragged.current = null;
        }}
        onPointerCancel={() => {
          dragged.current = null;
        }}
        className="pile-border"
      >
        <GripHorizontal aria-hidden size={18} />
        <span aria-hidden className="text-sm">
          Mută granița
        </span>
      </div>
      <Button small look="quiet" onClick={onJoin}>
        Unește
        <span className="sr-only">
          {' '}
          lotul {after} cu lotul {after + 1}
        </span>
      </Button>
      <span aria-hidden className="h-px flex-1 bg-line-strong" />
    </div>
  );
}
