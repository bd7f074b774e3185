import clsx from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { intoRow } from '#web/ui/fields/into-row.ts';

interface ScrollRowProps {
  readonly legend: string;
  readonly className: string;
  /** Buttons; the pressed one is kept in sight. */
  readonly children: ReactNode;
}

/** Buttons in a row that scrolls sideways: it fades where it goes on, and ends sharply where it ends. */
export function ScrollRow({ legend, className, children }: ScrollRowProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  const pressed = useRef<Element | null>(null);
  const [more, setMore] = useState({ before: false, after: false });
  const look = () => {
    const { before, after } = moreBeyond(row.current);
    setMore((known) => (known.before === before && known.after === after ? known : { before, after }));
  };
  useLayoutEffect(() => {
    const button = row.current?.querySelector('[aria-pressed="true"]') ?? null;
    if (row.current && button && button !== pressed.current) intoRow(row.current, button);
    pressed.current = button;
    look();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only reads the row
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, []);
  return (
    <fieldset
      ref={row}
      onScroll={look}
      className={clsx(
        'scroll-row flex min-w-0 gap-1 overflow-x-auto',
        more.before && 'more-before',
        more.after && 'more-after',
        className,
      )}
    >
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Returns the sides on which a row goes on beyond the visible part; a rounded pixel does not count. */
function moreBeyond(row: HTMLElement | null) {
  if (row === null) return { before: false, after: false };
  const { scrollLeft, clientWidth, scrollWidth } = row;
  return { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
}
