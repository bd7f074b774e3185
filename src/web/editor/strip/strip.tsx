import clsx from 'clsx';
import { ArrowLeft, ArrowRight, BookImage, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { moveBy, moveTo, orderNote, placeSentence } from '#web/editor/edits/reorder.ts';
import { StripFrame } from '#web/editor/strip/strip-frame.tsx';
import { useStripDrag } from '#web/editor/strip/use-strip-drag.ts';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { intoRow } from '#web/ui/fields/into-row.ts';
import { FilmStrip, Frames } from '#web/ui/pictures/film-strip.tsx';

interface StripProps {
  /** In batch order. */
  readonly photos: readonly Photo[];
  readonly selected: string | null;
  /** Photos that differ from the batch's recipe. */
  readonly different: ReadonlySet<string>;
  /** Photos that ask for a look (▲), and why. */
  readonly looks: ReadonlyMap<string, string>;
  /** With the actions on the chosen photo under the frames. */
  readonly actions: boolean;
  /** „64%” of photos that this browser is sending. */
  readonly progress: ReadonlyMap<string, string>;
  /** Frames of files that are not photos of the batch yet. */
  readonly arriving: ReactNode;
  readonly onSelect: (photoId: string) => void;
  readonly onOrder: (photoIds: readonly string[]) => void;
  readonly onRemove: (photo: Photo) => void;
}

/** The batch's order, cover first: drag, or Alt with the arrows, or the buttons. */
export function Strip(props: StripProps) {
  const { photos, selected, different, looks, actions, progress, arriving, onSelect, onOrder, onRemove } =
    props;
  const ids = photos.map(({ id }) => id);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const [said, setSaid] = useState('');
  const holder = useRef<HTMLDivElement>(null);
  const order = (next: readonly string[], id: string) => {
    if (next.join() === ids.join()) return;
    onOrder(next);
    setSaid(placeSentence(byId.get(id)?.name ?? '', next, id));
  };
  const drag = useStripDrag(ids, (id, place) => order(moveTo(ids, id, place), id));
  const current = byId.get(selected ?? '') ?? null;
  const place = current === null ? -1 : ids.indexOf(current.id);
  const note = orderNote(photos);
  useEffect(() => {
    const frame = selected === null ? null : frameOf(holder.current, selected);
    const row = frame?.closest('ol');
    if (frame && row) intoRow(row, frame);
  }, [selected]);

  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    onSelect(id);
    requestAnimationFrame(() => frameOf(holder.current, id)?.focus());
  };
  const handleKey = (event: KeyboardEvent) => {
    if (current === null) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && event.altKey) {
      order(moveBy(ids, current.id, step), current.id);
      requestAnimationFrame(() => frameOf(holder.current, current.id)?.focus());
    } else if (step !== undefined) focus(ids[place + step]);
    else if (event.key === 'Home') focus(ids[0]);
    else if (event.key === 'End') focus(ids.at(-1));
    else if (event.key === 'Delete') onRemove(current);
    else return;
    event.preventDefault();
  };
  return (
    <FilmStrip label="Ordinea lotului" tight>
      <div ref={holder}>
        <Frames label="Fotografii, prima e coperta">
          {drag.order.map((id, at) => {
            const photo = byId.get(id);
            return (
              photo && (
                <StripFrame
                  key={id}
                  photo={photo}
                  place={at}
                  current={id === selected}
                  tabStop={id === selected || (selected === null && at === 0)}
                  lifted={id === drag.draggedId}
                  differs={different.has(id)}
                  look={looks.get(id) ?? null}
                  note={progress.get(id) ?? null}
                  onPointerDown={(event) => drag.onPointerDown(event, id)}
                  onPress={() => drag.takeClick() || onSelect(id)}
                  onKeyDown={handleKey}
                />
              )
            );
          })}
          {arriving}
        </Frames>
      </div>
      {note && (
        // On a low phone a tab of the panel needs this line's room: there it comes with the acts.
        <p className={clsx('px-1 text-xs text-film-soft', !actions && '[@media(max-height:36rem)]:hidden')}>
          {note}
        </p>
      )}
      {actions && current && (
        <div className="-mb-1.5 flex items-center gap-1 lg:mt-0.5 lg:mb-0 flex-wrap">
          <p className="mr-auto min-w-0 flex-[1_1_6rem] truncate pl-1 text-sm text-film-soft">
            {current.name}
          </p>
          <IconButton
            onFilm
            label="Mută mai în față"
            disabled={place === 0}
            onClick={() => order(moveBy(ids, current.id, -1), current.id)}
          >
            <ArrowLeft aria-hidden size={18} />
          </IconButton>
          <IconButton
            onFilm
            label="Mută mai în spate"
            disabled={place === ids.length - 1}
            onClick={() => order(moveBy(ids, current.id, 1), current.id)}
          >
            <ArrowRight aria-hidden size={18} />
          </IconButton>
          <IconButton
            onFilm
            label="Fă-o copertă"
            disabled={place === 0}
            onClick={() => order(moveTo(ids, current.id, 0), current.id)}
          >
            <BookImage aria-hidden size={18} />
          </IconButton>
          <IconButton onFilm label="Scoate din lot" onClick={() => onRemove(current)}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </FilmStrip>
  );
}

function frameOf(holder: HTMLElement | null, id: string): HTMLElement | null {
  return holder?.querySelector<HTMLElement>(`[data-frame="${id}"]`) ?? null;
}
