import { useState } from 'react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { cutoutWork, photosIn, photosToSee } from '#web/editor/cutout/state.ts';
import type { AutosaveState } from '#web/editor/edits/autosave.ts';
import type { BatchEdit } from '#web/editor/edits/batch-autosave.ts';
import { differs, withChange } from '#web/editor/edits/edit-overrides.ts';
import { type BatchHistory, inSight } from '#web/editor/edits/use-history.ts';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { deliveredSize } from '#web/editor/panel/outputs/output-size.ts';
import { PlateReview } from '#web/editor/panel/plates/plate-review.tsx';
import { RecipeSections } from '#web/editor/panel/recipe-sections.tsx';
import { ScopeSwitch } from '#web/editor/panel/scope-switch.tsx';
import type { Scope } from '#web/editor/panel/section.ts';
import { RecipeShelf } from '#web/editor/panel/shelf/recipe-shelf.tsx';
import { batchPhotos } from '#web/editor/photo-source.ts';
import { BeforeStart } from '#web/editor/ready/ready-to-publish.tsx';
import { looksOf, ShownWarnings, useWarnings } from '#web/editor/ready/shown-warnings.tsx';
import { useFixes } from '#web/editor/ready/use-fixes.ts';
import { StageToolsProvider } from '#web/editor/stage/stage-tools.tsx';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import { useSelectedPhoto } from '#web/editor/use-selected-photo.ts';
import { Workbench } from '#web/editor/workbench.tsx';
import { redoNote } from '#web/features/batches/results/results.ts';
import { StartBar } from '#web/features/batches/start/start-bar.tsx';
import type { RunOffer, StartState } from '#web/features/batches/start/start-button-state.ts';
import { ArrivingFrames, percentOf } from '#web/features/upload/arriving-frames.tsx';
import { AddPhotosButton } from '#web/features/upload/pick/add-photos-button.tsx';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { transferOf } from '#web/features/upload/queue/transfer.ts';
import { INTERRUPTED } from '#web/features/upload/transfer-note.tsx';
import { BatchTitle } from '#web/shared/batches/batch-title.tsx';
import { frameNumber, keptWords } from '#web/text/batch-words.ts';
import { buttonClass } from '#web/ui/fields/button.tsx';

/** For a photo whose object the engine is not sure of, or could not look for. */
const TO_SEE = 'Cere o privire: fundalul rămâne până arăți obiectul';

interface BatchEditorProps {
  readonly batch: Batch;
  readonly items: readonly UploadItem[];
  readonly startState: StartState;
  /** The photo and the part of the panel that the page was opened for. */
  readonly cameFor: { readonly photoId: string | null; readonly panel: string | null };
  readonly starting: boolean;
  readonly status: AutosaveState<BatchEdit>['status'];
  /** Link to the results of an earlier run. */
  readonly results: string | null;
  readonly history: BatchHistory;
  readonly onStart: (offer: RunOffer) => void;
}

/** The batch before a run: uploads, recipe and stage meet here. */
export function BatchEditor({
  batch,
  items,
  startState,
  cameFor,
  starting,
  status,
  results,
  history,
  onStart,
}: BatchEditorProps) {
  const wide = useIsWide();
  const presets = usePresets();
  const warnings = useWarnings(batch, presets);
  const onEdit = history.edit;
  const source = batchPhotos((plates) => onEdit({ plates }));
  const shown = useSelectedPhoto(batch, cameFor.photoId);
  /** `nth` counts the requests, so that the same part opens again. */
  const [panel, setPanel] = useState({ id: cameFor.panel, nth: 0 });
  const [scope, setScope] = useState<Scope>('lot');
  const [tall, setTall] = useState(false);
  const [walking, setWalking] = useState(false);
  const photos = batch.photoIds.flatMap((id) => batch.photos[id] ?? []);
  const toSee = photosToSee({ ...batch, photos }).map(({ id }) => id);
  const editOverrides = (change: Partial<PhotoOverrides>) => {
    if (shown.photoId === null) return;
    onEdit({ exceptions: { [shown.photoId]: withChange(shown.overrides, change) } });
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
        badgeOf={(photo, output) => badgeOf(photo, batch.recipe, shown.overrides, output, presets)}
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
              <BatchTitle
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
                  differs={differs(shown.overrides)}
                  onScope={setScope}
                  onBack={() => editOverrides(NO_OVERRIDES)}
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
              overrides={shown.overrides}
              scope={scope}
              exceptions={batch.exceptions}
              layout={wide ? 'rows' : 'tabs'}
              onSelect={shown.select}
              onTab={() => setTall(true)}
              onRecipe={(change) => onEdit({ recipe: { ...batch.recipe, ...change } })}
              onOutputs={(outputs) => onEdit({ outputs: [...outputs] })}
              onOverrides={editOverrides}
            />
            <BeforeStart
              batch={batch}
              presets={presets}
              sizeOf={(photo, output) =>
                sizeIn(photo, batch.recipe, batch.exceptions[photo.id] ?? NO_OVERRIDES, output, presets)
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
            startState={startState}
            busy={starting}
            note={noteOf(items, status, startState, redoNote(batch.window.endsAt, new Date()))}
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
  overrides: PhotoOverrides,
  output: OutputChoice | null,
  presets: readonly Preset[],
): string {
  if (output === null) return 'alege unde publici';
  const size = photo && sizeIn(photo, recipe, overrides, output, presets);
  const label = choiceLabel(output, presets);
  return size ? `${label} ${size.width}×${size.height}` : label;
}

function sizeIn(
  { width, height, signs }: Photo,
  recipe: Recipe,
  overrides: PhotoOverrides,
  output: OutputChoice,
  presets: readonly Preset[],
): Size | null {
  if (!width || !height) return null;
  const wishes = { exception: overrides, tilt: signs?.tilt ?? null };
  return deliveredSize({ width, height }, recipeFor(recipe, overrides), output, presets, wishes);
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
  status: BatchEditorProps['status'],
  startState: StartState,
  redo: string | null,
): { text: string; quiet: boolean } {
  if (transferOf(items).interrupted) return { text: INTERRUPTED, quiet: false };
  if (status === 'retrying') {
    return { text: 'Modificările rămân aici până revine conexiunea.', quiet: false };
  }
  const free = startState.kind === 'ready' && startState.cost === 0;
  return { text: free && redo !== null ? redo : 'Plătești doar ce iese.', quiet: true };
}

/** Files that did not make it into the batch, each with its reason. */
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
