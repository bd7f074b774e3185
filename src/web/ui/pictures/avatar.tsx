import clsx from 'clsx';
import { useState } from 'react';

interface AvatarProps {
  readonly src: string | null;
  /** Shown when there is no picture or it cannot be loaded. */
  readonly initials: string;
  /** Size and text size. */
  readonly className: string;
}

/** A user's picture in a circle; decorative, as the name stands beside it or in the button around it. */
export function Avatar({ src, initials, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-sunken font-semibold select-none',
        className,
      )}
    >
      {src !== null && src !== broken ? (
        <img
          src={src}
          alt=""
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      ) : (
        initials
      )}
    </span>
  );
}
