import clsx from 'clsx';
import { useState } from 'react';
import { averageColour, blurUrl } from '#web/ui/pictures/placeholder.ts';

interface ThumbProps {
  /** Null while the server has no picture yet: the placeholder stands alone. */
  readonly src: string | null;
  readonly thumbhash: string | null;
  /** Empty when the name stands beside it. */
  readonly alt: string;
  readonly contain?: boolean;
  /** Size of the picture, where it is known before that comes. */
  readonly size?: { readonly width: number; readonly height: number };
  /** True for the average colour only; the blur costs 0.4 ms a picture. */
  readonly plain?: boolean;
  readonly eager?: boolean;
}

/** A picture that is never blank: average colour, then blur, then the picture itself. Fills its box. */
export function Thumb({
  src,
  thumbhash,
  alt,
  size,
  contain = false,
  plain = false,
  eager = false,
}: ThumbProps) {
  const [shown, setShown] = useState<string | null>(null);
  const ready = shown === src && src !== null;
  const blur = plain || ready ? null : blurUrl(thumbhash);
  const fit = contain ? 'object-contain' : 'object-cover';
  return (
    <span
      className="relative block h-full w-full overflow-hidden"
      style={contain ? undefined : { backgroundColor: averageColour(thumbhash) }}
      {...(src === null && alt ? { role: 'img', 'aria-label': alt } : {})}
    >
      {blur && <img src={blur} alt="" aria-hidden className={clsx('absolute inset-0 h-full w-full', fit)} />}
      {src && (
        <img
          src={src}
          alt={alt}
          width={size?.width}
          height={size?.height}
          draggable={false}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          onLoad={() => setShown(src)}
          className={clsx(
            'absolute inset-0 h-full w-full transition-opacity duration-150',
            fit,
            !contain && 'thumb-ground',
            ready ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </span>
  );
}
