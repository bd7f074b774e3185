import clsx from 'clsx';
import { Check, Hourglass } from 'lucide-react';
import { memo } from 'react';
import type { Photo } from '#contract/photos.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { keepBadge, photoBadge, photoLabel, SIGN_FROM_PX } from '#web/features/gallery/photo-words.ts';
import { Thumb } from '#web/ui/thumb.tsx';

interface PhotoTileProps {
  readonly photo: Photo;
  readonly index: number;
  readonly count: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly selected: boolean;
  readonly focused: boolean;
  /** While scrolling a placeholder is one colour; the blur waits until the page rests. */
  readonly scrolling: boolean;
}

export function tileId(photoId: string): string {
  return `tile-${photoId}`;
}

/** One photo of the grid. Presses are heard by the grid, which reads the data attributes. */
export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  const { photo, index, count, left, width, height, selected, focused, scrolling } = props;
  const badge = photoBadge(photo);
  const kept = badge ? null : keepBadge(photo, width);
  return (
    <div
      role="option"
      id={tileId(photo.id)}
      tabIndex={-1}
      aria-selected={selected}
      aria-label={photoLabel(photo)}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-photo={photo.id}
      className={clsx('tile', selected && 'tile-selected', focused && 'tile-focused')}
      style={{ left, width, height }}
    >
      <Thumb
        src={photo.state === 'ready' ? thumbnailUrl(photo.id) : null}
        thumbhash={photo.thumbhash}
        alt=""
        plain={scrolling}
      />
      <span aria-hidden className="tile-tick" data-tick>
        <span className="tile-tick-mark">{selected && <Check size={15} strokeWidth={3} />}</span>
      </span>
      {badge && (
        <span aria-hidden className={clsx('tile-badge', badge.bad && 'tile-badge-bad')}>
          {badge.text}
        </span>
      )}
      {kept && (
        <span aria-hidden className={clsx('tile-badge', width < SIGN_FROM_PX && 'tile-badge-narrow')}>
          {width >= SIGN_FROM_PX && <Hourglass size={11} strokeWidth={2.5} />}
          {kept}
        </span>
      )}
    </div>
  );
});
