import clsx from 'clsx';
import { Check, RectangleEllipsis, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { Photo } from '#contract/photos.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { platesCoveredAlone } from '#web/editor/panel/plates/plate-corners.ts';
import { coveredAloneWords } from '#web/editor/panel/plates/plate-review.tsx';
import { Frame } from '#web/ui/pictures/frame.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface StripFrameProps {
  readonly photo: Photo;
  readonly index: number;
  readonly tabStop: boolean;
  readonly lifted: boolean;
  /** Null: nothing is being marked. */
  readonly marked: boolean | null;
  /** Why it asks for a look. */
  readonly look: string | null;
  readonly note: string | null;
  readonly handlers: {
    readonly onPress: (event: MouseEvent) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** A frame that can be looked at and moved. */
export function StripFrame({ photo, index, tabStop, lifted, marked, look, note, handlers }: StripFrameProps) {
  const { photoId, exceptions, recipe } = useEditing();
  const { onPress, ...held } = handlers;
  const current = photo.id === photoId;
  /** True when the photo differs from the batch's recipe. */
  const differs = Object.hasOwn(exceptions, photo.id);
  const alone = platesCoveredAlone(photo, recipe.plates).length;
  const description = [
    look,
    differs ? 'Diferă de rețeta lotului' : null,
    alone > 0 ? coveredAloneWords(alone) : null,
  ]
    .filter(Boolean)
    .join('. ');
  const ready = photo.state === 'ready';
  return (
    <Frame
      number={index + 1}
      state={ready ? 'plain' : 'waiting'}
      current={current}
      {...buildFrameNote(index, note, photo)}
    >
      <button
        type="button"
        data-frame={photo.id}
        aria-current={current}
        {...(marked !== null && { 'aria-pressed': marked })}
        aria-label={`${index === 0 ? 'Coperta: ' : ''}${photo.name}`}
        {...(description !== '' && { 'aria-description': description })}
        {...(look !== null && { title: look })}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Shift+ArrowLeft Shift+ArrowRight Delete"
        tabIndex={tabStop ? 0 : -1}
        onClick={onPress}
        {...held}
        className={clsx(
          'block h-full w-full select-none focus-visible:-outline-offset-3',
          lifted && 'scale-90 opacity-70',
        )}
      >
        <Thumb src={ready ? thumbnailUrl(photo.id) : null} thumbhash={photo.thumbhash} alt="" />
        {marked !== null && (
          <span
            aria-hidden
            className={clsx(
              'absolute right-1 bottom-1 grid size-5 place-items-center rounded-full border-2 border-film-ink',
              marked ? 'bg-film-signal text-film' : 'bg-film/60',
            )}
          >
            {marked && <Check size={12} strokeWidth={3} />}
          </span>
        )}
        {look !== null && (
          <span
            aria-hidden
            className="absolute top-1 left-1 grid size-5 place-items-center rounded-full bg-film/85 text-film-signal"
          >
            <TriangleAlert size={12} />
          </span>
        )}
        {alone > 0 && marked === null && (
          <span
            aria-hidden
            className="absolute right-1 bottom-1 grid size-5 place-items-center rounded-full bg-film/85 text-film-ink"
          >
            <RectangleEllipsis size={12} />
          </span>
        )}
        {differs && (
          <span
            aria-hidden
            className="absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-film/85 text-film-ink"
          >
            <SlidersHorizontal size={12} />
          </span>
        )}
      </button>
    </Frame>
  );
}

function buildFrameNote(index: number, note: string | null, { state }: Photo): { note?: string } {
  if (note !== null) return { note };
  if (state === 'preparing') return { note: 'se pregătește' };
  if (state === 'uploading') return { note: 'trimitem' };
  return index === 0 ? { note: 'copertă' } : {};
}
