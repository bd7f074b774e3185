import { useState } from 'react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { type Exception, NO_EXCEPTION, recipeFor } from '#domain/recipes/exception.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { useShown } from '#web/features/batches/editor/use-shown.ts';
import { useWide } from '#web/features/batches/editor/use-wide.ts';
import { Workbench } from '#web/features/batches/editor/workbench.tsx';
import type { AutosaveState } from '#web/features/batches/lot/autosave.ts';
import { differs, withChange } from '#web/features/batches/lot/exceptions.ts';
import type { LotEdit } from '#web/features/batches/lot/lot-autosave.ts';
import { LotTitle } from '#web/features/batches/lot/lot-title.tsx';
import { frameNumber } from '#web/features/batches/lot/reorder.ts';
import { inSight, type LotHistory } from '#web/features/batches/lot/use-history.ts';
import { BeforeStart } from '#web/features/batches/ready/ready-to-publish.tsx';
import { looksOf, ShownWarnings, useWarnings } from '#web/features/batches/ready/shown-warnings.tsx';
import { useFixes } from '#web/features/batches/ready/use-fixes.ts';
import { redoNote } from '#web/features/batches/results/results.ts';
import type { Deal, Offer } from '#web/features/batches/start/deal.ts';
import { StartBar } from '#web/features/batches/start/start-bar.tsx';
import { cutoutWork, photosIn, photosToSee } from '#web/features/recipes/cutout/state.ts';
import { choiceLabel } from '#web/features/recipes/outputs/output-list.ts';
import { deliveredSize } from '#web/features/recipes/outputs/output-size.ts';
import { usePresets } from '#web/features/recipes/outputs/use-presets.ts';
import { lotPhotos } from '#web/features/recipes/photo-source.ts';
import { PlateReview } from '#web/features/recipes/plates/plate-review.tsx';
import { RecipeSections } from '#web/features/recipes/recipe-sections.tsx';
import { ScopeSwitch } from '#web/features/recipes/scope-switch.tsx';
import type { Scope } from '#web/features/recipes/section.ts';
import { RecipeShelf } from '#web/features/recipes/shelf/recipe-shelf.tsx';
import { ArrivingFrames, percentOf } from '#web/features/upload/arriving-frames.tsx';
import { AddPhotosButton } from '#web/features/upload/pick/add-photos-button.tsx';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { transferOf } from '#web/features/upload/queue/transfer.ts';
import { INTERRUPTED } from '#web/features/upload/transfer-note.tsx';
import { keptWords } from '#web/text/batch-words.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { StageToolsProvider } from '#web/ui/stage/stage-tools.tsx';

/** For a photo whose object the engine is not sure of, or could not look for. */
const TO_SEE = 'Cere o privire: fundalul rămâne până arăți obiectul';

interface LotEditorProps {
  readonly batch: Batch;
  readonly items: readonly UploadItem[];
  readonly deal: Deal;
  /** The photo and the part of the panel that the page was opened for. */
  readonly cameFor: { readonly photoId: string | null; readonly panel: string | null };
  readonly starting: boolean;
  readonly status: AutosaveState<LotEdit>['status'];
  /** Link to the results of an earlier run. */
  readonly results: string | null;
  readonly history: LotHistory;
  readonly onStart: (offer: Offer) => void;
}

/** The lot before a run: uploads, recipe and stage meet here. */
export function LotEditor({
  batch,
  items,
  deal,
  cameFor,
  starting,
  status,
  results,
  history,
  onStart,
}: LotEditorProps) {
  const wide = useWide();
  const presets = usePresets();
  const warnings = useWarnings(batch, presets);
  const onEdit = history.edit;
  const source = lotPhotos((plates) => onEdit({ plates }));
  const shown = useShown(batch, cameFor.photoId);
  /** `nth` counts the requests, so that the same part opens again. */
  const [panel, setPanel] = useState({ id: cameFor.panel, nth: 0 });
  const [scope, setScope] = useState<Scope>('lot');
  const [tall, setTall] = useState(false);
  const [walking, setWalking] = useState(false);
  const photos = batch.photoIds.flatMap((id) => batch.photos[id] ?? []);
  const toSee = photosToSee({ ...batch, photos }).map(({ id }) => id);
  const editException = (change: Partial<Exception>) => {
    if (shown.photoId === null) return;
    onEdit({ exceptions: { [shown.photoId]: withChange(shown.exception, change) } });
  };
  const fix = useFixes(batch, {
    edit: onEdit,
    open(photoId, tool) {
      if (photoId !== null) shown.select(photoId);
      if (tool === null || tool === 'photo') return;
      setPanel(({ nth }) => ({ id: tool, nth: nth + 1 }));
      setTall(true);
    },
    again: () => undefined,
    rest: () => undefined,
  });
  return (
    <StageToolsProvider>
      <Workbench
        batch={batch}
        shown={shown}
        outputs={batch.outputs.map((choice) => choiceLabel(choice, presets))}
        badgeOf={(photo, output) => badgeOf(photo, batch.recipe, shown.exception, output, presets)}
        progress={progressIn(items, photosIn('awaited', { ...batch, photos }))}
        arriving={<ArrivingFrames items={items} known={batch.photoIds} />}
        looks={looksOf(warnings, batch.photoIds, new Map(toSee.map((id) => [id, TO_SEE])))}
        work={cutoutWork({ ...batch, photos }, shown.photo)}
        history={inSight(history, shown)}
        tall={tall}
        onTall={setTall}
        header={
          <>
            <div className="flex min-w-0 flex-[1_1_9rem]">
              <LotTitle
                batch={batch}
                note={count(batch.photoIds.length, NOUNS.photo)}
                onRename={(name) => onEdit({ name })}
              />
            </div>
            {results && (
              <Link to={results} className={buttonClass({ look: 'quiet', small: true })}>
                Rezultate
              </Link>
            )}
            <AddPhotosButton batchId={batch.id} />
          </>
        }
        panel={
          <>
            <PlateReview
              source={source}
              photos={photos}
              shown={shown.photo}
              walking={walking}
              onWalking={setWalking}
              onSelect={shown.select}
            />
            <RecipeSections
              lead={
                <ScopeSwitch
                  scope={scope}
                  number={
                    shown.photoId === null
                      ? null
                      : frameNumber(batch.photoIds.indexOf(shown.photoId), batch.photoIds.length)
                  }
                  differs={differs(shown.exception)}
                  onScope={setScope}
                  onBack={() => editException(NO_EXCEPTION)}
                />
              }
              shelf={
                scope === 'lot' && (
                  <RecipeShelf
                    recipe={batch.recipe}
                    outputs={batch.outputs}
                    presets={presets}
                    onApply={({ recipe, outputs }) => onEdit({ recipe, outputs: [...outputs] })}
                  />
                )
              }
              key={panel.nth}
              first={panel.id}
              source={source}
              recipe={batch.recipe}
              outputs={batch.outputs}
              mostOutputs={batch.outputsPerRun}
              presets={presets}
              photo={shown.photo}
              photos={photos}
              exception={shown.exception}
              scope={scope}
              exceptions={batch.exceptions}
              layout={wide ? 'rows' : 'tabs'}
              onSelect={shown.select}
              onTab={() => setTall(true)}
              onRecipe={(change) => onEdit({ recipe: { ...batch.recipe, ...change } })}
              onOutputs={(outputs) => onEdit({ outputs: [...outputs] })}
              onException={editException}
            />
            <BeforeStart
              batch={batch}
              presets={presets}
              sizeOf={(photo, output) =>
                sizeIn(photo, batch.recipe, batch.exceptions[photo.id] ?? NO_EXCEPTION, output, presets)
              }
              onFix={fix}
            />
            <ShownWarnings warnings={warnings} photoId={shown.photoId} photoIds={batch.photoIds} />
            <LeftOut batch={batch} />
            {!wide && <p className="mt-4 text-sm text-ink-soft">{keptWords(Object.values(batch.photos))}</p>}
          </>
        }
        start={
          <StartBar
            deal={deal}
            busy={starting}
            note={noteOf(items, status, deal, redoNote(batch.window.endsAt, new Date()))}
            looks={looksWords(toSee.length)}
            onLook={() => fix({ kind: 'tool', tool: 'background' }, toSee)}
            onStart={onStart}
          />
        }
      />
    </StageToolsProvider>
  );
}

/** „OLX 1600×1067”: the pixels that this photo's file will have. */
function badgeOf(
  photo: Photo | null,
  recipe: Recipe,
  exception: Exception,
  output: OutputChoice | null,
  presets: readonly Preset[],
): string {
  if (output === null) return 'alege unde publici';
  const size = photo && sizeIn(photo, recipe, exception, output, presets);
  const label = choiceLabel(output, presets);
  return size ? `${label} ${size.width}×${size.height}` : label;
}

function sizeIn(
  { width, height, signs }: Photo,
  recipe: Recipe,
  exception: Exception,
  output: OutputChoice,
  presets: readonly Preset[],
): Size | null {
  if (!width || !height) return null;
  const wishes = { exception, tilt: signs?.tilt ?? null };
  return deliveredSize({ width, height }, recipeFor(recipe, exception), output, presets, wishes);
}

/** Note beside the button about photos whose object the engine is not sure of. */
function looksWords(toSee: number): string | null {
  return toSee === 0 ? null : `${count(toSee, NOUNS.photo)} ${toSee === 1 ? 'cere' : 'cer'} o privire`;
}

/** Labels by photo id for what is under way: uploads, the search for objects. */
function progressIn(items: readonly UploadItem[], awaited: readonly Photo[]): Map<string, string> {
  const looked = awaited.map(({ id }): [string, string] => [id, 'căutăm']);
  return new Map([...looked, ...items.flatMap((item) => progressOf(item))]);
}

function progressOf(item: UploadItem): [string, string][] {
  const percent = percentOf(item);
  return percent === null || item.photoId === null ? [] : [[item.photoId, percent]];
}

function noteOf(
  items: readonly UploadItem[],
  status: LotEditorProps['status'],
  deal: Deal,
  redo: string | null,
): { text: string; quiet: boolean } {
  if (transferOf(items).interrupted) return { text: INTERRUPTED, quiet: false };
  if (status === 'retrying') {
    return { text: 'Modificările rămân aici până revine conexiunea.', quiet: false };
  }
  const free = deal.kind === 'ready' && deal.cost === 0;
  return { text: free && redo !== null ? redo : 'Plătești doar ce iese.', quiet: true };
}

/** Files that did not make it into the lot, each with its reason. */
function LeftOut({ batch }: { batch: Batch }) {
  const refused = Object.values(batch.photos).filter(({ state }) => state === 'refused');
  if (refused.length === 0) return null;
  return (
    <details className="mt-4 rounded-xl bg-signal-wash px-3 py-2 text-sm">
      <summary className="min-h-6">
        {count(refused.length, NOUNS.file)} {refused.length === 1 ? 'n-a' : 'n-au'} intrat în lot.{' '}
        <span className="link">Vezi de ce</span>
      </summary>
      <ul className="mt-2 flex flex-col gap-2">
        {refused.map(({ id, name, refusal }) => (
          <li key={id}>
            <span className="block font-semibold break-all">{name}</span>
            {refusal?.message ?? 'Fișierul nu s-a putut citi.'}
          </li>
        ))}
      </ul>
    </details>
  );
}
