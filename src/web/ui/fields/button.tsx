import clsx from 'clsx';
import type { ComponentProps } from 'react';

export interface ButtonLook {
  /** primary: the page's one act; signal: starts a batch; film: on a strip; bare: without a border. */
  readonly look?: 'primary' | 'signal' | 'quiet' | 'danger' | 'film' | 'bare';
  readonly small?: boolean;
  readonly wide?: boolean;
}

/** Returns the classes alone, for links that look like buttons. */
export function buttonClass({ look = 'primary', small = false, wide = false }: ButtonLook = {}): string {
  return clsx('button', `button-${look}`, small && 'button-small', wide && 'button-wide');
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** True while it waits for an answer: pressing again does nothing, the focus stays. */
  readonly busy?: boolean;
}

export function Button({ look, small, wide, busy = false, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass({
        ...(look ? { look } : {}),
        ...(small ? { small } : {}),
        ...(wide ? { wide } : {}),
      })}
    />
  );
}
