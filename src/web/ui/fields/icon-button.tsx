import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** The button's action; read aloud and shown as a tooltip. */
  readonly label: string;
  readonly onFilm?: boolean;
}

export function IconButton({ label, onFilm = false, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        // Its picture does not grow with the text.
        'grid size-[min(2.5rem,44px)] shrink-0 place-items-center rounded-full disabled:opacity-40',
        onFilm ? 'text-film-ink hover:bg-film-raised' : 'hover:bg-sunken',
      )}
    />
  );
}
