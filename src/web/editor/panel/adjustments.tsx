import { Suspense } from 'react';
import { applyBrandKit } from '#domain/recipes/brand-kit.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { isSame } from '#domain/recipes/saved.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { PanelRow } from '#web/editor/panel/panel-row.tsx';
import { ScopeSwitch } from '#web/editor/panel/scope-switch.tsx';
import { SECTION_LOADERS, SECTIONS } from '#web/editor/panel/sections.ts';
import { useBrand } from '#web/editor/panel/shelf/use-brand.ts';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { usePreloaded } from '#web/ui/use-preloaded.ts';

const REST_MS = 2000;

/** „Ajustări”: for all photos or the shown one, rows within their row. */
export function Adjustments({ alone }: { readonly alone: boolean }) {
  const editing = useEditing();
  const { scope, isOpen, asked } = editing.panel;
  const wide = useIsWide();
  const sections = SECTIONS.filter(
    ({ id, perPhoto }) => (perPhoto || scope === 'lot') && (id !== 'names' || editing.naming !== null),
  );
  const isAnyOpen = sections.some(({ id }) => isOpen(id));
  usePreloaded(SECTION_LOADERS, REST_MS);
  const whom = <ScopeSwitch alone={alone} />;
  return (
    <PanelRow id="adjust" label="Ajustări" value="lumină, încadrare, fundal, filigran …">
      {(wide || !isAnyOpen) && whom}
      {sections.map((section) => (
        <PanelRow
          key={section.id}
          id={section.id}
          label={section.label}
          value={section.summary(editing)}
          inner
        >
          {/* A phone has room for whom it is for only beside what is changed. */}
          {!wide && whom}
          <Suspense fallback={null}>
            <section.Panel key={section.id === asked.id ? asked.nth : 0} asked={section.id === asked.id} />
          </Suspense>
        </PanelRow>
      ))}
      {scope === 'lot' && <StartRecipe />}
    </PanelRow>
  );
}

/** The way back to the recipe that every batch starts with. */
function StartRecipe() {
  const { recipe, onRecipe } = useEditing();
  const start = applyBrandKit(DEFAULT_RECIPE, useBrand());
  if (isSame({ recipe, outputs: [] }, { recipe: start, outputs: [] })) return null;
  return (
    <div className="mt-4">
      <Button look="quiet" small onClick={() => onRecipe({ cropBy: undefined, ...start })}>
        Revino la rețeta de start
      </Button>
    </div>
  );
}
