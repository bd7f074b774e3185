import clsx from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export type FrameState = 'plain' | 'waiting' | 'working' | 'lit' | 'failed' | 'cancelled';

const SAID: Record<FrameState, string> = {
  plain: '',
  waiting: 'așteaptă',
  working: 'în lucru',
  lit: 'gata',
  failed: 'nereușită',
  cancelled: 'oprită',
};

interface FrameProps {
  /** Place in the batch, from 1. */
  readonly number: number;
  readonly state?: FrameState;
  readonly current?: boolean;
  /** A word after the number: „copertă”. */
  readonly note?: string;
  /** Width of the picture in rem; its height follows at 4:3. */
  readonly width?: number;
  /** The picture: <Thumb>, perhaps inside a button or a link. */
  readonly children: ReactNode;
}

/** Returns „01”, „02” …, as the edge of a film numbers its frames. */
export function frameNumber(number: number): string {
  return String(number).padStart(2, '0');
}

/** One frame of the strip; it lights up when its photo is done. */
export function Frame({ number, state = 'plain', current = false, note, width = 5, children }: FrameProps) {
  const dim = state === 'waiting' || state === 'cancelled';
  return (
    <li
      className={clsx('shrink-0', `frame-${state}`, current && 'frame-current')}
      style={{ width: `${width}rem` }}
    >
      <div className="frame-picture aspect-4/3">{children}</div>
      <p
        className={clsx(
          'mt-1 flex items-center gap-1.5 font-mono text-xs',
          dim ? 'text-film-soft' : 'text-film-signal',
        )}
      >
        <span>{frameNumber(number)}</span>
        {note && <span className="truncate">{note}</span>}
        {state === 'lit' && <Check aria-hidden size={12} className="ml-auto" />}
        {state === 'failed' && <TriangleAlert aria-hidden size={12} className="ml-auto" />}
        {SAID[state] && <span className="sr-only">{SAID[state]}</span>}
      </p>
    </li>
  );
}
