import clsx from 'clsx';
import { SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Photo } from '#contract/photos.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { Frame } from '#web/ui/pictures/frame.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface StripFrameProps {
  readonly photo: Photo;
  readonly index: number;
  readonly tabStop: boolean;
  readonly lifted: boolean;
  /** Why it asks for a look. */
  readonly look: string | null;
  readonly note: string | null;
  readonly handlers: {
    readonly onPress: () => void;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** A frame that can be looked at and moved. */
export function StripFrame({ photo, index, tabStop, lifted, look, note, handlers }: StripFrameProps) {
  const { photoId, exceptions: overridesByPhoto } = useEditing();
  const { onPress, ...held } = handlers;
  const current = photo.id === photoId;
  /** From the batch's recipe. */
  const differs = Object.hasOwn(overridesByPhoto, photo.id);
  const description = [look, differs ? 'Diferă de rețeta lotului' : null].filter(Boolean).join('. ');
  const ready = photo.state === 'ready';
  return (
    <Frame
      number={index + 1}
      state={ready ? 'plain' : 'waiting'}
      current={current}
      {...noteOf(index, note, photo)}
    >
      <button
        type="button"
        data-frame={photo.id}
        aria-current={current}
        aria-label={`${index === 0 ? 'Coperta: ' : ''}${photo.name}`}
        {...(description !== '' && { 'aria-description': description })}
        {...(look !== null && { title: look })}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        tabIndex={tabStop ? 0 : -1}
        onClick={onPress}
        {...held}
        className={clsx(
          'block h-full w-full select-none focus-visible:-outline-offset-3',
          lifted && 'scale-90 opacity-70',
        )}
      >
        <Thumb src={ready ? thumbnailUrl(photo.id) : null} thumbhash={photo.thumbhash} alt="" />
        {look !== null && (
          <span
            aria-hidden
            className="absolute top-1 left-1 grid size-5 place-items-center rounded-full bg-film/85 text-film-signal"
          >
            <TriangleAlert size={12} />
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

function noteOf(index: number, note: string | null, { state }: Photo): { note?: string } {
  if (note !== null) return { note };
  if (state === 'preparing') return { note: 'se face' };
  if (state === 'uploading') return { note: 'trimitem' };
  return index === 0 ? { note: 'copertă' } : {};
}
