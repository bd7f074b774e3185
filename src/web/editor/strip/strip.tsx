import clsx from 'clsx';
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Batch } from '#contract/batches.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { moveTo, positionSentence } from '#web/editor/edits/reorder.ts';
import { OrderSwitch } from '#web/editor/strip/order-switch.tsx';
import { StripActions } from '#web/editor/strip/strip-actions.tsx';
import { StripFrame } from '#web/editor/strip/strip-frame.tsx';
import { useMarked } from '#web/editor/strip/use-marked.ts';
import { useRemovePhotos } from '#web/editor/strip/use-remove-photos.ts';
import { useStripDrag } from '#web/editor/strip/use-strip-drag.ts';
import { findFrameElement, useStripKeys } from '#web/editor/strip/use-strip-keys.ts';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { keptWords } from '#web/text/batch-words.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { intoRow } from '#web/ui/fields/into-row.ts';
import { FilmStrip, Frames } from '#web/ui/pictures/film-strip.tsx';

/** Comes when photos are marked. */
const MarkedActions = createLazyPart(
  async () => (await import('#web/editor/strip/marked-actions.tsx')).MarkedActions,
);

interface StripProps {
  readonly batch: Batch;
  /** Photos that ask for a look (a triangle), and why. */
  readonly looks: ReadonlyMap<string, string>;
  /** „64%” of photos that this browser is sending. */
  readonly progress: ReadonlyMap<string, string>;
  /** Frames of files that are not photos of the batch yet. */
  readonly arriving: ReactNode;
}

/** The batch's order, cover first: drag, or Alt with the arrows, or the buttons. */
export function Strip({ batch, looks, progress, arriving }: StripProps) {
  const { photoId: selected, select, panel, history } = useEditing();
  const photos = batch.photoIds.flatMap((id) => batch.photos[id] ?? []);
  const wide = useIsWide();
  const actions = wide || panel.actions;
  // On a phone the title has no room for it.
  const kept = keptWords(photos);
  const remove = useRemovePhotos(batch);
  const ids = photos.map(({ id }) => id);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const [said, setSaid] = useState('');
  const holder = useRef<HTMLDivElement>(null);
  const order = (next: readonly string[], id: string) => {
    if (next.join() === ids.join()) return;
    history.edit({ photoIds: [...next], order: 'hand' });
    setSaid(positionSentence(byId.get(id)?.name ?? '', next, id));
  };
  const marked = useMarked(ids, selected);
  const move = (id: string, index: number) => order(moveTo(ids, id, index), id);
  const drag = useStripDrag(ids, { onMove: move, onHold: marked.open });
  const current = byId.get(selected ?? '') ?? null;
  useEffect(() => {
    const frame = selected === null ? null : findFrameElement(holder.current, selected);
    const row = frame?.closest('ol');
    if (frame && row) intoRow(row, frame);
  }, [selected]);
  const handleKey = useStripKeys({
    ids,
    current,
    holder,
    order,
    marked,
    onRemove: (photo) => remove.mutate([photo]),
  });
  const handlers = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => drag.onPointerDown(event, id),
    onPress: (event: MouseEvent) => {
      if (drag.takeClick()) return;
      const isMarking = marked.ids !== null || event.shiftKey || event.ctrlKey || event.metaKey;
      if (isMarking) marked.mark(id, event.shiftKey);
      else select(id);
    },
    onKeyDown: handleKey,
  });
  return (
    <FilmStrip label="Ordinea lotului" tight>
      <div ref={holder}>
        <Frames label="Fotografii, prima e coperta">
          {drag.order.map((id, index) => {
            const photo = byId.get(id);
            return (
              photo && (
                <StripFrame
                  key={id}
                  photo={photo}
                  index={index}
                  tabStop={id === selected || (selected === null && index === 0)}
                  lifted={id === drag.draggedId}
                  marked={marked.ids?.has(id) ?? null}
                  look={looks.get(id) ?? null}
                  note={progress.get(id) ?? null}
                  handlers={handlers(id)}
                />
              )
            );
          })}
          {arriving}
        </Frames>
      </div>
      {marked.ids === null && (
        // On a low phone the picture needs this line's room: there it comes with the acts.
        <OrderSwitch
          batch={batch}
          className={clsx('px-1 text-xs text-film-soft', !actions && '[@media(max-height:44rem)]:hidden')}
        />
      )}
      {actions && !wide && kept && marked.ids === null && (
        <p className="px-1 text-xs text-film-soft">{kept}</p>
      )}
      {marked.ids !== null && (
        <Suspense>
          <MarkedActions batch={batch} marked={marked} />
        </Suspense>
      )}
      {marked.ids === null && actions && current && (
        <StripActions
          name={current.name}
          place={ids.indexOf(current.id)}
          last={ids.length - 1}
          onMove={(index) => move(current.id, index)}
          onRemove={() => remove.mutate([current])}
          onMark={marked.begin}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </FilmStrip>
  );
}
