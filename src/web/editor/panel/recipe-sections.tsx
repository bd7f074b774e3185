import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { branded } from '#domain/recipes/brand-kit.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { isSame } from '#domain/recipes/saved.ts';
import { BACKGROUND } from '#web/editor/panel/background/background-controls.tsx';
import { BADGE } from '#web/editor/panel/badge-controls.tsx';
import { FRAME } from '#web/editor/panel/frame/frame-controls.tsx';
import { LIGHT } from '#web/editor/panel/light-controls.tsx';
import { OUTPUTS } from '#web/editor/panel/outputs/output-cards.tsx';
import { PLATES } from '#web/editor/panel/plates/plate-controls.tsx';
import type { Section, SectionProps } from '#web/editor/panel/section.ts';
import { useBrand } from '#web/editor/panel/shelf/use-brand.ts';
import { WATERMARK } from '#web/editor/panel/watermark-controls.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Tabs } from '#web/ui/fields/tabs.tsx';

/** In the order of the rows. Among the tabs „Unde publici” comes first: at the end it would stand beyond a phone's edge. */
const SECTIONS: readonly Section[] = [LIGHT, FRAME, BACKGROUND, PLATES, WATERMARK, BADGE, OUTPUTS];

interface RecipeSectionsProps extends SectionProps {
  /** Rows that open in place beside the stage, or tabs under it. */
  readonly layout: 'rows' | 'tabs';
  /** The section that stands open at first; the light where nothing else is asked. */
  readonly first?: string | null;
  /** Whole recipes by name: over the rows, or the first tab. */
  readonly shelf?: ReactNode;
  /** Says what the controls act on: over the rows, or under the tabs. */
  readonly lead?: ReactNode;
  readonly onTab?: () => void;
}

/** The recipe panel: each row says its value and opens in place. */
export function RecipeSections({ layout, first = null, shelf, lead, onTab, ...props }: RecipeSectionsProps) {
  const sections = SECTIONS.filter(({ perPhoto }) => perPhoto || props.scope === 'lot');
  return (
    <>
      {layout === 'tabs' ? (
        <SectionTabs {...props} sections={sections} first={first} shelf={shelf} lead={lead} onTab={onTab} />
      ) : (
        <>
          {lead}
          {shelf}
          <Rows {...props} sections={sections} first={first} />
        </>
      )}
      {props.scope === 'lot' && <StartRecipe {...props} />}
    </>
  );
}

interface ListProps extends SectionProps {
  readonly first: string | null;
  readonly sections: readonly Section[];
}

interface SectionTabsProps extends ListProps {
  readonly shelf: ReactNode;
  readonly lead: ReactNode;
  readonly onTab: (() => void) | undefined;
}

function SectionTabs({ sections, first, shelf, lead, onTab, ...props }: SectionTabsProps) {
  const [wanted, setWanted] = useState(first ?? LIGHT.id);
  const shelves = shelf ? [{ value: 'shelf', label: 'Rețetă', panel: shelf }] : [];
  const ordered = [...sections].sort((a, b) => Number(b === OUTPUTS) - Number(a === OUTPUTS));
  const panels = ordered.map(({ id, tab: label, Panel }) => ({
    value: id,
    label,
    panel: <Panel {...props} asked={id === first} />,
  }));
  const tabs = [...shelves, ...panels].map(({ panel, ...tab }) => ({
    ...tab,
    panel: (
      <>
        {lead}
        {panel}
      </>
    ),
  }));
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : (sections[0]?.id ?? '');
  const top = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={top} />
      <Tabs
        label="Rețeta și unde publici"
        tabs={tabs}
        value={tab}
        onChange={(next) => {
          setWanted(next);
          onTab?.();
          // Room for what was chosen, under the word whom it is for.
          toTop(top.current);
        }}
      />
    </>
  );
}

/** Only the sheet scrolls, never the page behind it. */
function toTop(element: HTMLElement | null): void {
  const sheet = element?.closest('.sheet-content');
  if (element && sheet)
    sheet.scrollTop += element.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
}

function Rows({ sections, first, ...props }: ListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([first ?? LIGHT.id]));
  return (
    <div className="flex flex-col">
      {sections.map((section) =>
        section === OUTPUTS ? (
          <section key={section.id} aria-label={section.label} className="pt-3">
            <h2 className="mb-2 text-lg">{section.label}</h2>
            <section.Panel {...props} />
          </section>
        ) : (
          <Row
            key={section.id}
            section={section}
            open={open.has(section.id)}
            props={{ ...props, asked: section.id === first }}
            onToggle={() => setOpen((was) => toggled(was, section.id))}
          />
        ),
      )}
    </div>
  );
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The way back to the recipe that every batch starts with. */
function StartRecipe({ recipe, onRecipe }: SectionProps) {
  const start = branded(DEFAULT_RECIPE, useBrand());
  if (isSame({ recipe, outputs: [] }, { recipe: start, outputs: [] })) return null;
  return (
    <div className="mt-5">
      <Button look="quiet" small onClick={() => onRecipe({ cropBy: undefined, ...start })}>
        Revino la rețeta de start
      </Button>
    </div>
  );
}

interface RowProps {
  readonly section: Section;
  readonly props: SectionProps;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Row({ section, props, open, onToggle }: RowProps) {
  return (
    <div className="border-b border-line">
      <h2 className="font-sans text-[0.9375rem] tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-3 text-left"
        >
          <span className="font-semibold">{section.label}</span>
          <span className="min-w-0 flex-1 truncate text-right text-sm font-normal text-ink-soft">
            {open ? '' : section.summary(props)}
          </span>
          <ChevronDown aria-hidden size={18} className={open ? 'rotate-180' : undefined} />
        </button>
      </h2>
      {open && (
        <div className="pb-3">
          <section.Panel {...props} />
        </div>
      )}
    </div>
  );
}
