import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

interface FilmStripProps {
  /** Names the strip for screen readers. Without one it is decoration around its content. */
  readonly label?: string;
  readonly tight?: boolean;
  /** True when docked at the bottom of the screen: perforated at its upper edge only. */
  readonly tray?: boolean;
  readonly children: ReactNode;
}

/** The batch wherever it appears: a dark strip with perforations. */
export function FilmStrip({ label, tight = false, tray = false, children }: FilmStripProps) {
  const className = clsx('film', tight && 'film-tight', tray && 'film-tray');
  return label ? (
    <section aria-label={label} className={className}>
      {children}
    </section>
  ) : (
    <div className={className}>{children}</div>
  );
}

interface FramesProps {
  readonly label: string;
  /** One row that scrolls sideways (the default), or as many rows as it takes. */
  readonly wrap?: boolean;
  /** True when the frames hold buttons or links: then the row itself needs no stop for the Tab key. */
  readonly interactive?: boolean;
  /** Index of the frame to keep in sight, from 0. */
  readonly follow?: number;
  readonly children: ReactNode;
}

/** The frames of a strip, in batch order. Children are <Frame>. */
export function Frames({ label, wrap = false, interactive = false, follow, children }: FramesProps) {
  /** A row that scrolls must be reachable by keyboard. */
  const stop = wrap || interactive ? undefined : 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = follow === undefined ? null : list.current?.children[follow];
    if (!list.current || !(frame instanceof HTMLElement)) return;
    const left = frame.offsetLeft - list.current.clientWidth / 2 + frame.clientWidth / 2;
    list.current.scrollTo({ left, behavior: 'smooth' });
  }, [follow]);
  return (
    <ol
      ref={list}
      aria-label={label}
      tabIndex={stop}
      className={clsx(
        'relative flex gap-2.5 p-1',
        wrap ? 'flex-wrap' : 'overflow-x-auto rounded-lg [scrollbar-width:thin]',
      )}
    >
      {children}
    </ol>
  );
}
