import type { ReactNode } from 'react';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { photosIn, photosToSee } from '#web/editor/cutout/state.ts';
import { EditorProvider, useEditing } from '#web/editor/editor-context.tsx';
import type { BatchHistory } from '#web/editor/edits/use-history.ts';
import { formatOutputBadge, sizeIn } from '#web/editor/panel/outputs/output-size.ts';
import { RecipePanel } from '#web/editor/panel/recipe-panel.tsx';
import { batchPhotos } from '#web/editor/photo-source.ts';
import { LeftOut } from '#web/editor/ready/left-out.tsx';
import { byChoice, findingsBefore, listTroubles, type Trouble } from '#web/editor/ready/ready-batch.ts';
import { BeforeStart } from '#web/editor/ready/ready-to-publish.tsx';
import { buildLookReasons, ShownWarnings, useWarnings } from '#web/editor/ready/shown-warnings.tsx';
import { useFixes } from '#web/editor/ready/use-fixes.ts';
import { ReviewRow } from '#web/editor/review/review-row.tsx';
import type { Marks } from '#web/editor/review/use-marks.ts';
import { Shortcuts } from '#web/editor/stage/shortcuts.tsx';
import { StageToolsProvider } from '#web/editor/stage/stage-tools.tsx';
import { fetchPreview } from '#web/editor/stage/use-preview.ts';
import { PhotoSteps } from '#web/editor/strip/photo-steps.tsx';
import { Strip } from '#web/editor/strip/strip.tsx';
import { useEditorState } from '#web/editor/use-editor-state.ts';
import { useIsClose } from '#web/editor/use-is-close.ts';
import { Workbench } from '#web/editor/workbench.tsx';
import { BatchTitle } from '#web/shared/batches/batch-title.tsx';
import { batchName } from '#web/text/batch-words.ts';

/** Label of a photo whose object the engine is not sure of, or could not look for. */
const TO_SEE = 'De verificat: fundalul rămâne până spui că decuparea e bună';

interface BatchEditorProps {
  readonly batch: Batch;
  readonly history: BatchHistory;
  /** Items marked as wrong on the contact sheet; marks are no part of the batch. */
  readonly marks: Marks;
  /** The photo and the part of the panel that the page was opened for. */
  readonly cameFor: { readonly photoId: string | null; readonly panel: string | null };
  /** Uploads of this browser: „64%” of photos by their ids, and frames of files that are not photos of the batch yet. */
  readonly coming: { readonly progress: ReadonlyMap<string, string>; readonly frames: ReactNode };
  /** Beside the batch's name. */
  readonly ways: ReactNode;
  /** Target of the way back on a phone; null for the batches. */
  readonly back: { readonly to: string; readonly label: string } | null;
  /** The button that starts the run. */
  readonly start: ReactNode;
}

/** The batch before a run: one stage, its strip and its panel. */
export function BatchEditor({ cameFor, ...props }: BatchEditorProps) {
  const { batch, history } = props;
  const editing = useEditorState({
    batch,
    source: batchPhotos(batch.id, (plates) => history.edit({ plates })),
    mostOutputs: batch.outputsPerRun,
    history,
    cameFor,
  });
  return (
    <StageToolsProvider>
      <EditorProvider editing={editing}>
        <BatchWorkbench {...props} />
      </EditorProvider>
    </StageToolsProvider>
  );
}

type BatchWorkbenchProps = Omit<BatchEditorProps, 'cameFor'>;

function BatchWorkbench({ batch, history, marks, coming, ways, back, start }: BatchWorkbenchProps) {
  const editing = useEditing();
  const { presets, panel } = editing;
  const warnings = useWarnings(batch, presets);
  const toSee = photosToSee(editing).map(({ id }) => id);
  const looked = photosIn('awaited', editing).map(({ id }) => [id, 'căutăm'] as const);
  const { asked, chosen } = byChoice(useKnownTroubles(batch), batch.exceptions);
  const fix = useFixes(batch, {
    edit: history.edit,
    open(photoId, tool) {
      if (photoId !== null) editing.select(photoId);
      if (tool === 'background') panel.open(tool);
      panel.onWalking(tool === 'plates');
    },
    again: () => undefined,
    rest: () => undefined,
  });
  return (
    <Workbench
      head={<Head batch={batch} ways={ways} back={back} />}
      stage={{ badge: formatOutputBadge(editing.photo, editing.output, editing), steps: <Steps /> }}
      strip={
        <Strip
          batch={batch}
          looks={buildLookReasons(warnings, batch.photoIds, new Map(toSee.map((id) => [id, TO_SEE])))}
          progress={new Map([...looked, ...coming.progress])}
          arriving={coming.frames}
        />
      }
      panel={
        <RecipePanel
          review={
            <ReviewRow marks={marks} findings={asked.length}>
              <BeforeStart batch={batch} known={[...asked, ...chosen]} onFix={fix} />
              <ShownWarnings warnings={warnings} photoId={editing.photoId} photoIds={batch.photoIds} />
              <LeftOut photos={Object.values(batch.photos)} />
            </ReviewRow>
          }
        />
      }
      start={() => start}
      fetchPicture={(job, signal) => fetchPreview(batch.id, job, signal)}
    />
  );
}

/** Returns the troubles known before the start, but for those that the contact sheet asks about. */
function useKnownTroubles(batch: Batch): readonly Trouble[] {
  const editing = useEditing();
  const found = findingsBefore(batch, editing.presets, (photo, output) =>
    sizeIn(photo, output, { ...editing, overrides: batch.exceptions[photo.id] ?? NO_OVERRIDES }),
  );
  return listTroubles(found).filter(({ fix }) => fix?.kind !== 'tool' || fix.tool !== 'plates');
}

function Head({ batch, ways, back }: Pick<BatchEditorProps, 'batch' | 'ways' | 'back'>) {
  const { history } = useEditing();
  const isClose = useIsClose();
  return (
    <>
      <div className="bench-head flex items-end gap-2 px-4 sm:gap-3 pt-1 pb-2 lg:p-0 [@media(max-width:15rem)]:flex-wrap">
        <div className="flex min-w-0 flex-[1_1_9rem]">
          <BatchTitle
            batch={batch}
            note={formatCount(batch.photoIds.length, NOUNS.photo)}
            onRename={(name) => history.edit({ name })}
            {...(back && { back })}
          />
        </div>
        {ways}
      </div>
      {isClose && <h1 className="sr-only">{batchName(batch)}</h1>}
    </>
  );
}

/** Controls beside the zoom: the photo's actions on a phone, the keys' list where there is a keyboard. */
function Steps() {
  return (
    <>
      <PhotoSteps />
      <Shortcuts />
    </>
  );
}
