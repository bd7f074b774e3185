import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { FrameControls } from '#web/features/recipes/frame-controls.tsx';
import { LightControls } from '#web/features/recipes/light-controls.tsx';
import { OutputCards } from '#web/features/recipes/output-cards.tsx';
import { choiceLabel, OVERLAY_NOTICE, overlaysLeftOut } from '#web/features/recipes/output-list.ts';
import { frameSummary, lightSummary, watermarkSummary } from '#web/features/recipes/recipe-words.ts';
import { type LogoChoice, WatermarkControls } from '#web/features/recipes/watermark-controls.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

interface RecipeSectionsProps {
  readonly recipe: Recipe;
  readonly outputs: readonly OutputChoice[];
  readonly logos: readonly LogoChoice[];
  /** Rows that open in place beside the stage, or tabs under it. */
  readonly layout: 'rows' | 'tabs';
  readonly onRecipe: (recipe: Recipe) => void;
  readonly onOutputs: (outputs: readonly OutputChoice[]) => void;
}

type SectionId = 'light' | 'frame' | 'watermark' | 'outputs';

interface Section {
  readonly id: SectionId;
  readonly label: string;
  /** The short name on a phone. */
  readonly tab: string;
  readonly summary: string;
  readonly panel: ReactNode;
}

/** The recipe panel: each row says its value and opens in place. */
export function RecipeSections(props: RecipeSectionsProps) {
  const sections = sectionsOf(props);
  const panel = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState<SectionId>('light');
  const [open, setOpen] = useState<ReadonlySet<SectionId>>(new Set(['light']));
  if (props.layout === 'tabs') {
    const tabs = sections.map(({ id, tab: label, panel }) => ({ value: id, label, panel }));
    /** What is chosen comes into sight right under the stage. */
    const handleTab = (next: SectionId) => {
      setTab(next);
      panel.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    };
    return (
      <div ref={panel} className="scroll-mt-[calc(var(--top-bar)+var(--stage)+3.25rem)]">
        <ForAll />
        <Tabs label="Rețeta și unde publici" tabs={tabs} value={tab} onChange={handleTab} />
        <StartRecipe {...props} />
      </div>
    );
  }
  return (
    <div className="flex flex-col">
      <ForAll />
      {sections.map((section) =>
        section.id === 'outputs' ? (
          <section key={section.id} aria-label={section.label} className="pt-3">
            <h2 className="mb-2 text-lg">{section.label}</h2>
            {section.panel}
          </section>
        ) : (
          <Row
            key={section.id}
            section={section}
            open={open.has(section.id)}
            onToggle={() => setOpen((was) => new Set(was).symmetricDifference(new Set([section.id])))}
          />
        ),
      )}
      <StartRecipe {...props} />
    </div>
  );
}

function ForAll() {
  return <p className="mb-1 text-sm text-ink-soft">Rețeta e pentru toate fotografiile lotului.</p>;
}

function sectionsOf({ recipe, outputs, logos, onRecipe, onOutputs }: RecipeSectionsProps): Section[] {
  const change = (part: Partial<Recipe>) => onRecipe({ ...recipe, ...part });
  const notice = overlaysLeftOut(recipe, outputs) ? OVERLAY_NOTICE : null;
  return [
    {
      id: 'light',
      label: 'Lumină și culoare',
      tab: 'Lumină',
      summary: lightSummary(recipe),
      panel: <LightControls light={recipe.light} onChange={(light) => change({ light })} />,
    },
    {
      id: 'frame',
      label: 'Încadrare',
      tab: 'Încadrare',
      summary: frameSummary(recipe),
      panel: <FrameControls recipe={recipe} onChange={change} />,
    },
    {
      id: 'watermark',
      label: 'Filigran',
      tab: 'Filigran',
      summary: watermarkSummary(recipe),
      panel: (
        <WatermarkControls
          watermark={recipe.watermark}
          logos={logos}
          notice={notice}
          onChange={(watermark) => change({ watermark })}
        />
      ),
    },
    {
      id: 'outputs',
      label: 'Unde publici',
      tab: 'Platforme',
      summary: outputs.map(choiceLabel).join(', '),
      panel: <OutputCards outputs={outputs} notice={notice} onChange={onOutputs} />,
    },
  ];
}

/** The way back to the recipe that every lot starts with. */
function StartRecipe({ recipe, onRecipe }: Pick<RecipeSectionsProps, 'recipe' | 'onRecipe'>) {
  if (JSON.stringify(recipe) === JSON.stringify(DEFAULT_RECIPE)) return null;
  return (
    <div className="mt-5">
      <Button look="quiet" small onClick={() => onRecipe(DEFAULT_RECIPE)}>
        Revino la rețeta de start
      </Button>
    </div>
  );
}

interface RowProps {
  readonly section: Section;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Row({ section, open, onToggle }: RowProps) {
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
            {open ? '' : section.summary}
          </span>
          <ChevronDown aria-hidden size={18} className={open ? 'rotate-180' : undefined} />
        </button>
      </h2>
      {open && <div className="pb-3">{section.panel}</div>}
    </div>
  );
}
