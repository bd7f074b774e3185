import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { intoRow } from '#web/ui/fields/into-row.ts';

interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  /** Called also when the chosen tab is pressed again. */
  readonly onChange: (value: V) => void;
}

/** Tabs: the arrow keys go from one to the next and choose it, round the ends too. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  const id = useId();
  const at = tabs.findIndex((tab) => tab.value === value);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = row.current;
    if (list === null) return;
    const show = () => {
      const chosen = list.children[at];
      if (chosen) intoRow(list, chosen);
    };
    // Called at first, and when the row comes back or its room changes.
    const observer = new ResizeObserver(show);
    observer.observe(list);
    show();
    return () => observer.disconnect();
  }, [at]);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const button = event.currentTarget.children[index];
    if (button instanceof HTMLElement) button.focus();
    if (tabs[index]) onChange(tabs[index].value);
  };
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className="mb-3 flex gap-4 overflow-x-auto border-b border-line lg:mb-4 lg:gap-5"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="min-h-11 shrink-0 border-b-2 border-transparent px-1 font-semibold whitespace-nowrap text-ink-soft focus-visible:-outline-offset-2 aria-selected:border-signal aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing that can be focused
        tabIndex={0}
      >
        {tabs[at]?.panel}
      </div>
    </div>
  );
}
