import clsx from 'clsx';
import type { ReactNode } from 'react';

const TONES = {
  plain: 'bg-sunken text-ink',
  signal: 'bg-signal text-signal-on',
  danger: 'bg-danger-wash text-danger',
  film: 'bg-film-raised text-film-ink',
} as const;

/** A small fact beside something: a count, a state that is news. */
export function Pill({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 items-center rounded-full px-2.5 text-[0.8125rem] leading-none font-semibold',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
