import clsx from 'clsx';
import { memo, type SyntheticEvent } from 'react';
import type { GalleryItem } from '#contract/gallery.ts';
import { itemThumbUrl, mayBeClear } from '#web/features/gallery/photos/item-files.ts';
import { keepBadge, photoBadge, photoLabel, SIGN_FROM_PX } from '#web/features/gallery/photos/photo-words.ts';
import { averageColour, blurUrl } from '#web/ui/pictures/placeholder.ts';

interface PhotoTileProps {
  readonly item: GalleryItem;
  readonly index: number;
  readonly count: number;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly selected: boolean;
  readonly focused: boolean;
  /** While scrolling a placeholder is one colour; the blur waits until the page rests. */
  readonly scrolling: boolean;
}

export function tileId(itemId: string): string {
  return `tile-${itemId}`;
}

/** Side of the tick's corner, in CSS pixels. */
export const TICK_PX = 40;

/** Replaces the placeholder, which has the subject's own colour: under a clear picture the subject would not be seen. */
function onNeutralGround({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.classList.add('thumb-ground');
}

/**
 * One photo of the grid: a box and its picture, no more, for the page has to stay light with ten thousand of them. The grid hears presses;
 * the box itself paints tick and placeholder.
 */
export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  const { item, index, count, top, left, width, height, selected, focused, scrolling } = props;
  const badge = photoBadge(item);
  const kept = badge === null ? keepBadge(item, width) : null;
  const blur = scrolling ? null : blurUrl(item.thumbhash);
  const src = itemThumbUrl(item);
  return (
    <div
      role="option"
      id={tileId(item.id)}
      tabIndex={-1}
      aria-selected={selected}
      aria-label={photoLabel(item)}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-item={item.id}
      className={clsx('tile', selected && 'tile-selected', focused && 'tile-focused')}
      style={{
        width,
        height,
        transform: `translate(${left}px, ${top}px)`,
        backgroundColor: averageColour(item.thumbhash),
        ...(blur && { backgroundImage: `url(${blur})` }),
      }}
    >
      {src && (
        <img
          src={src}
          alt=""
          width={Math.round(width)}
          height={Math.round(height)}
          draggable={false}
          decoding="async"
          className="tile-picture"
          {...(mayBeClear(item) && { onLoad: onNeutralGround })}
        />
      )}
      {(badge ?? kept) && (
        <span
          aria-hidden
          className={clsx(
            'tile-badge',
            kept && width >= SIGN_FROM_PX && 'tile-badge-kept',
            kept && width < SIGN_FROM_PX && 'tile-badge-narrow',
          )}
        >
          {badge ?? kept}
        </span>
      )}
    </div>
  );
});
