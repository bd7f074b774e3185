import { type ReactNode, Suspense } from 'react';
import { useEditing } from '#web/editor/editor-context.tsx';
import { Adjustments } from '#web/editor/panel/adjustments.tsx';
import { OutputsPanel, outputsSummary } from '#web/editor/panel/outputs/output-cards.tsx';
import { OutputLimit } from '#web/editor/panel/outputs/output-limit.tsx';
import { PanelRow } from '#web/editor/panel/panel-row.tsx';
import { RecipeShelf, useShelf } from '#web/editor/panel/shelf/recipe-shelf.tsx';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { usePreloaded } from '#web/ui/use-preloaded.ts';

const loadPlateWalk = () => import('#web/editor/panel/plates/plate-walk.tsx');
const PlateWalk = createLazyPart(async () => (await loadPlateWalk()).PlateWalk);
const LATER = [loadPlateWalk];
const REST_MS = 2000;

interface RecipePanelProps {
  /** There never are other photos. */
  readonly alone?: boolean;
  /** „De verificat”. */
  readonly review: ReactNode;
}

/**
 * The decisions first: where it will be published and which recipe, then what asks for a look, then every adjustment. Beside the stage the
 * first two are open for good, since both fit; on a phone all of them are rows that say their value.
 */
export function RecipePanel({ alone = false, review }: RecipePanelProps) {
  const { panel } = useEditing();
  const wide = useIsWide();
  usePreloaded(LATER, REST_MS);
  return (
    <>
      {panel.walking && (
        <Suspense>
          <PlateWalk />
        </Suspense>
      )}
      {wide ? <Beside alone={alone} review={review} /> : <Under alone={alone} review={review} />}
    </>
  );
}

function Beside({ alone, review }: Required<RecipePanelProps>) {
  const { outputs, mostOutputs } = useEditing();
  const shelf = useShelf();
  return (
    <>
      <section aria-label="Rețetă" className="mb-2">
        <RecipeShelf shelf={shelf} title="Rețetă" />
      </section>
      <section aria-label="Unde publici" className="mb-1">
        <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="text-lg">Unde publici</h2>
          <OutputLimit chosen={outputs.length} most={mostOutputs} />
        </div>
        <OutputsPanel />
      </section>
      {review}
      <Adjustments alone={alone} />
    </>
  );
}

function Under({ alone, review }: Required<RecipePanelProps>) {
  const editing = useEditing();
  const { outputs, mostOutputs } = editing;
  const shelf = useShelf();
  return (
    <>
      <PanelRow id="outputs" label="Unde publici" value={outputsSummary(editing)}>
        <OutputLimit chosen={outputs.length} most={mostOutputs} />
        <OutputsPanel />
      </PanelRow>
      <PanelRow id="shelf" label="Rețetă" value={shelf.chosen?.name ?? 'modificată, nesalvată'}>
        <RecipeShelf shelf={shelf} />
      </PanelRow>
      {review}
      <Adjustments alone={alone} />
    </>
  );
}
