import clsx from 'clsx';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useEditing } from '#web/editor/editor-context.tsx';
import { useIsWide } from '#web/editor/use-is-wide.ts';

interface PanelRowProps {
  readonly id: string;
  readonly label: string;
  /** Value that the row says while it is closed. */
  readonly value: string;
  /** True when it asks for a look. */
  readonly alert?: boolean;
  /** Control beside the row, open or closed. */
  readonly aside?: ReactNode;
  /** A row within a row. */
  readonly inner?: boolean;
  readonly children: ReactNode;
}

/** A row that says its value and opens in place. On a phone it comes to the panel's top then, and its name stays there. */
export function PanelRow({ id, label, value, alert = false, aside, inner = false, children }: PanelRowProps) {
  const { panel } = useEditing();
  const open = panel.isOpen(id);
  const wide = useIsWide();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open && !wide) toTop(row.current);
  }, [open, wide]);
  const Heading = inner ? 'h3' : 'h2';
  return (
    <div ref={row} className={clsx('panel-row', open && 'panel-row-open', inner && 'panel-row-inner')}>
      <div className="panel-row-head flex items-center gap-2">
        <Heading className="min-w-0 flex-1 font-sans text-[0.9375rem] tracking-normal">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => panel.toggle(id)}
            className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 text-left after:absolute after:inset-0"
          >
            <span className="flex shrink-0 items-center gap-1.5 font-semibold">
              {alert && <TriangleAlert aria-hidden size={15} className="text-signal-text" />}
              {label}
            </span>
            {/* Beside a control there may be no room for a word: then it goes below the name and begins where that does. */}
            <span
              className={clsx(
                'line-clamp-2 min-w-0 text-sm leading-tight font-normal text-ink-soft',
                !aside && 'flex-[1_1_5.5rem] text-right',
              )}
            >
              {open ? '' : value}
            </span>
          </button>
        </Heading>
        {aside && <div className="relative z-1">{aside}</div>}
        <ChevronDown aria-hidden size={18} className={clsx('shrink-0', open && 'rotate-180')} />
      </div>
      {open && <div className="pb-3">{children}</div>}
    </div>
  );
}

/** Scrolls only the sheet, never the page behind it. */
function toTop(element: HTMLElement | null): void {
  const sheet = element?.closest('.sheet-content');
  if (element && sheet)
    sheet.scrollTop += element.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
}
