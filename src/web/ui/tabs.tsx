import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly value: V;
  /** Also when the chosen one is pressed again. */
  readonly onChange: (value: V) => void;
}

export function Tabs<V extends string>({ label, tabs, value, onChange }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next: V) => onChange(next)}>
      <Base.List
        aria-label={label}
        className="mb-3 flex gap-4 overflow-x-auto border-b border-line lg:mb-4 lg:gap-5"
        activateOnFocus
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            onClick={() => tab.value === value && onChange(value)}
            className="min-h-11 shrink-0 border-b-2 border-transparent px-1 font-semibold whitespace-nowrap text-ink-soft focus-visible:-outline-offset-2 data-[active]:border-signal data-[active]:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {/* A panel that leaves stays in the page for some frames: empty, so that nobody types into it. */}
          {tab.value === value && tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
