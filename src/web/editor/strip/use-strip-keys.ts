import type { KeyboardEvent } from 'react';
import type { Photo } from '#contract/photos.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { moveBy } from '#web/editor/edits/reorder.ts';
import type { Marked } from '#web/editor/strip/marked.ts';

interface StripKeys {
  readonly ids: readonly string[];
  readonly current: Photo | null;
  readonly holder: { readonly current: HTMLElement | null };
  readonly order: (next: readonly string[], id: string) => void;
  readonly marked: Marked;
  readonly onRemove: (photo: Photo) => void;
}

/** Returns the handler of keys on a frame: the arrows choose, with Shift they mark a row, with Alt they move the photo, Delete takes it out. */
export function useStripKeys({ ids, current, holder, order, marked, onRemove }: StripKeys) {
  const { select } = useEditing();
  const focusLater = (id: string) =>
    requestAnimationFrame(() => findFrameElement(holder.current, id)?.focus());
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    select(id);
    focusLater(id);
  };
  return (event: KeyboardEvent) => {
    if (current === null) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && event.altKey) {
      order(moveBy(ids, current.id, step), current.id);
      focusLater(current.id);
    } else if (step !== undefined) {
      const next = ids[ids.indexOf(current.id) + step];
      if (event.shiftKey && next !== undefined) marked.mark(next, true);
      focus(next);
    } else if (event.key === 'Home') focus(ids[0]);
    else if (event.key === 'End') focus(ids.at(-1));
    else if (event.key === 'Escape' && marked.ids !== null) marked.end();
    else if (event.key === 'Delete') onRemove(current);
    else return;
    event.preventDefault();
  };
}

export function findFrameElement(holder: HTMLElement | null, id: string): HTMLElement | null {
  return holder?.querySelector<HTMLElement>(`[data-frame="${id}"]`) ?? null;
}
