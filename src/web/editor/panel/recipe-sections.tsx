import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { branded } from '#domain/recipes/brand-kit.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { isSame } from '#domain/recipes/saved.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { BACKGROUND } from '#web/editor/panel/background/background-controls.tsx';
import { BADGE } from '#web/editor/panel/badge-controls.tsx';
import { FRAMING } from '#web/editor/panel/framing/framing-controls.tsx';
import { LIGHT } from '#web/editor/panel/light-controls.tsx';
import { OUTPUTS } from '#web/editor/panel/outputs/output-cards.tsx';
import { PLATES } from '#web/editor/panel/plates/plate-controls.tsx';
import type { Section } from '#web/editor/panel/section.ts';
import { RecipeShelf } from '#web/editor/panel/shelf/recipe-shelf.tsx';
import { useBrand } from '#web/editor/panel/shelf/use-brand.ts';
import { WATERMARK } from '#web/editor/panel/watermark-controls.tsx';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Tabs } from '#web/ui/fields/tabs.tsx';

/** In the order of the rows. Among the tabs „Unde publici” comes first: at the end it would stand beyond a phone's edge. */
const SECTIONS: readonly Section[] = [LIGHT, FRAMING, BACKGROUND, PLATES, WATERMARK, BADGE, OUTPUTS];

/** The recipe panel: rows that say their value and open in place beside the stage, or tabs under it. */
export function RecipeSections({ lead }: { readonly lead: ReactNode }) {
  const { scope } = useEditing().panel;
  const wide = useIsWide();
  const sections = SECTIONS.filter(({ perPhoto }) => perPhoto || scope === 'lot');
  return (
    <>
      {wide ? (
        <>
          {lead}
          {scope === 'lot' && <RecipeShelf />}
          <Rows sections={sections} />
        </>
      ) : (
        <SectionTabs sections={sections} lead={lead} />
      )}
      {scope === 'lot' && <StartRecipe />}
    </>
  );
}

interface SectionTabsProps {
  readonly sections: readonly Section[];
  readonly lead: ReactNode;
}

function SectionTabs({ sections, lead }: SectionTabsProps) {
  const { scope, asked, onTall } = useEditing().panel;
  const [wanted, setWanted] = useState(asked.id ?? LIGHT.id);
  const shelves = scope === 'lot' ? [{ value: 'shelf', label: 'Rețetă', panel: <RecipeShelf /> }] : [];
  const ordered = [...sections].sort((a, b) => Number(b === OUTPUTS) - Number(a === OUTPUTS));
  const panels = ordered.map(({ id, tab: label, Panel }) => ({
    value: id,
    label,
    panel: <Panel asked={id === asked.id} />,
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
          onTall(true);
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

function Rows({ sections }: Pick<SectionTabsProps, 'sections'>) {
  const { asked } = useEditing().panel;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([asked.id ?? LIGHT.id]));
  return (
    <div className="flex flex-col">
      {sections.map((section) =>
        section === OUTPUTS ? (
          <section key={section.id} aria-label={section.label} className="pt-3">
            <h2 className="mb-2 text-lg">{section.label}</h2>
            <section.Panel asked={false} />
          </section>
        ) : (
          <Row
            key={section.id}
            section={section}
            open={open.has(section.id)}
            asked={section.id === asked.id}
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
function StartRecipe() {
  const { recipe, onRecipe } = useEditing();
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
  /** The page was opened for it. */
  readonly asked: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Row({ section, asked, open, onToggle }: RowProps) {
  const editing = useEditing();
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
            {open ? '' : section.summary(editing)}
          </span>
          <ChevronDown aria-hidden size={18} className={open ? 'rotate-180' : undefined} />
        </button>
      </h2>
      {open && (
        <div className="pb-3">
          <section.Panel asked={asked} />
        </div>
      )}
    </div>
  );
}
