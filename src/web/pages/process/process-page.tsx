import { type RefObject, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { useMissing } from '#web/api/reported-errors.ts';
import { type BatchDraft, useBatchDraft } from '#web/editor/edits/use-batch-draft.ts';
import { isMarkedWrong, type Marks, useMarks } from '#web/editor/review/use-marks.ts';
import { failedIds, notRedoneIds, untriedIds } from '#web/features/batches/results/results.ts';
import { countPassedPhotos } from '#web/features/batches/run/use-remaining.ts';
import { foundPlates, NO_PLATES } from '#web/features/batches/start/found-plates.ts';
import { leftOutNote } from '#web/features/batches/start/left-out-note.ts';
import {
  costsNothing,
  getStartState,
  type RunOffer,
  restOffer,
  retryOffer,
  type StartFacts,
} from '#web/features/batches/start/start-button-state.ts';
import { buildAskedStart, useStart } from '#web/features/batches/start/use-start.ts';
import { useCarriedTestImage } from '#web/features/test-image/use-carried-test-image.ts';
import { loadQueue } from '#web/features/upload/pick/add-photos-button.tsx';
import { useBatchUploads } from '#web/features/upload/queue/upload-items.ts';
import { stillUploading } from '#web/features/upload/upload-entry.ts';
import { focusHeading } from '#web/pages/layout/focus.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { loadEditor, loadResults, loadRun } from '#web/pages/process/process-views.ts';
import { useWantedUploads } from '#web/pages/process/use-wanted-uploads.ts';
import { useUser } from '#web/session/use-user.ts';
import { batchName } from '#web/text/batch-words.ts';
import { dividePath } from '#web/text/choice-path.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';
import { usePreloaded } from '#web/ui/use-preloaded.ts';

const LATER_PARTS = [loadRun, loadResults, loadEditor, loadQueue];
const ProcessEditor = createLazyPart(async () => (await loadEditor()).ProcessEditor);
const RunView = createLazyPart(async () => (await loadRun()).RunView);
const ResultsView = createLazyPart(async () => (await loadResults()).ResultsView);

const PRELOAD_AFTER_MS = 2000;
const NOT_FOUND = 'Nu am găsit lotul';

/** A batch: edited, in work, or delivered. Another batch is another page, which keeps nothing of this one. */
export function ProcessPage() {
  const { batchId = '' } = useParams();
  return <ProcessBatch key={batchId} batchId={batchId} />;
}

/** Returns „3/14” while a run is under way. */
function formatRunProgress({ state, run }: Batch): string | null {
  return run !== null && isRunning(state) ? `${countPassedPhotos(run)}/${run.photoIds.length}` : null;
}

function ProcessBatch({ batchId }: { batchId: string }) {
  const user = useUser();
  const draft = useBatchDraft(batchId);
  const { batch, error, refetch } = draft;
  const missing = useMissing(error);
  useCarriedTestImage(user?.uid, batch);
  const [params, setParams] = useSearchParams();
  const isEdited = params.has('edit');
  usePageTitle(
    batch === null ? (missing ? NOT_FOUND : 'Lot') : batchName(batch),
    batch && formatRunProgress(batch),
  );
  const running = batch !== null && batch.run !== null && isRunning(batch.state);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (running) wasRunning.current = true;
    // A run that began by itself ends with its results, too.
    if (running && isEdited) setParams({}, { replace: true });
  }, [running, isEdited, setParams]);
  // The next view takes this one's place once it is there: no skeleton in between.
  const isRun = useDeferredValue(running);
  // Marks outlive the editor: a start beside the results covers no plate that is marked as wrong there either.
  const marks = useMarks();
  const start = useStart(batchId, draft.flush, () => setParams({}, { replace: true }));
  if (batch === null)
    return error === null ? (
      <BatchSkeleton />
    ) : missing ? (
      <BatchMissing />
    ) : (
      <div className="page">
        <PageReadFailed query={{ error, refetch }} title="Lotul nu s-a putut deschide" />
      </div>
    );
  return (
    <Suspense fallback={<BatchSkeleton />}>
      {batch.run !== null && isRun ? (
        <RunView batch={batch} run={batch.run} />
      ) : (
        <AtRest batch={batch} draft={draft} start={start} marks={marks} />
      )}
      {!isRun && <FocusAtEnd wasRunning={wasRunning} />}
      <WhatComesNext wait={isRun ? 0 : PRELOAD_AFTER_MS} />
    </Suspense>
  );
}

interface AtRestProps {
  readonly batch: Batch;
  readonly draft: BatchDraft;
  readonly start: ReturnType<typeof useStart>;
  readonly marks: Marks;
}

/** Shows a batch without a run under way: the last run's files, or the editor. */
function AtRest({ batch, draft, start, marks }: AtRestProps) {
  const user = useUser();
  const items = useBatchUploads(batch.id);
  const presets = usePresets();
  const [params] = useSearchParams();
  const wanted = useWantedUploads(batch, items, draft.flush);
  const navigate = useNavigate();
  const facts: StartFacts = {
    batch,
    uploading: stillUploading(items, batch.photos),
    presets,
    credits: user?.credits.totalCredits ?? null,
    now: new Date(),
  };
  if (hasOutcome(batch) && !params.has('edit'))
    return <Outcome batch={batch} draft={draft} start={start} marks={marks} facts={facts} />;
  return (
    <ProcessEditor
      batch={batch}
      draft={draft}
      marks={marks}
      items={items}
      startState={getStartState(facts)}
      leftOut={leftOutNote(facts)}
      cameFor={{ photoId: params.get('foto'), panel: params.get('panou') }}
      starting={start.isPending || wanted.isPending}
      results={hasOutcome(batch) ? `/process/${batch.id}` : null}
      acts={{
        start: (offer, answer) => start.mutate(buildAskedStart(offer, answer)),
        want: wanted.want,
        drop: wanted.drop,
        divide: () => void navigate(dividePath(batch.id)),
      }}
    />
  );
}

/** Shows what the last run delivered, and the ways on from there. */
function Outcome({ batch, draft, start, marks, facts }: AtRestProps & { readonly facts: StartFacts }) {
  const { presets } = facts;
  const [, setParams] = useSearchParams();
  const startState = getStartState(facts);
  const untried = untriedIds(batch);
  const rest = restOffer(facts, untried);
  const stopped = notRedoneIds(batch);
  const goOn = stopped.length === 0 ? null : restOffer(facts, [...stopped, ...untried]);
  const found = (photoIds: readonly string[]) =>
    foundPlates(batch, photoIds, (id) => isMarkedWrong(marks, id));
  const startFree = (offer: RunOffer | null) => {
    const { asked, wrongOn } = offer === null ? NO_PLATES : found(offer.photoIds);
    return offer && costsNothing(offer, facts) && asked === 0
      ? start.mutate(buildAskedStart(offer, { cover: 'none', wrongOn }))
      : setParams({ edit: '1' });
  };
  return (
    <ResultsView
      batch={batch}
      presets={presets}
      now={facts.now}
      offers={[retryOffer(facts, failedIds(batch.run)), goOn ? null : rest].filter((offer) => offer !== null)}
      goOn={goOn}
      busy={start.isPending}
      found={found}
      onStart={(offer, answer) => start.mutate(buildAskedStart(offer, answer))}
      onEdit={() => setParams({ edit: '1' })}
      onPattern={(filePattern) => draft.save({ filePattern })}
      ways={{
        edit: draft.history.edit,
        open: (photoId, tool) =>
          setParams({ edit: '1', ...(photoId && { foto: photoId }), ...(tool && { panou: tool }) }),
        again: () => startFree(startState.kind === 'ready' ? startState : null),
        rest: () => startFree(rest),
      }}
    />
  );
}

/** Preloads the views that follow the start, beside the current one, so that it does not delay it. */
function WhatComesNext({ wait }: { wait: number }) {
  usePreloaded(LATER_PARTS, wait);
  return null;
}

/** Gives the focus to the heading beside this when the run is over and its page gone. */
function FocusAtEnd({ wasRunning }: { wasRunning: RefObject<boolean> }) {
  useEffect(() => {
    if (wasRunning.current) focusHeading();
    wasRunning.current = false;
  }, [wasRunning]);
  return null;
}

/** True when there are files to show, or the reasons why there are none. */
function hasOutcome(batch: Batch): boolean {
  return Object.keys(batch.results).length > 0 || batch.run?.state === 'failed';
}

function BatchSkeleton() {
  return (
    <div className="page min-h-dvh">
      <LoadingNote>Se deschide lotul…</LoadingNote>
      <Skeleton className="mb-3 h-8 w-56" />
      <Skeleton className="h-[45dvh] w-full" />
      <Skeleton className="mt-3 h-24 w-full" />
    </div>
  );
}

function BatchMissing() {
  return (
    <div className="page">
      <EmptyState
        heading="h1"
        title={NOT_FOUND}
        action={
          <Link to="/gallery?view=lots" className={buttonClass()}>
            Vezi loturile tale
          </Link>
        }
      >
        Poate a fost șters sau e al altui cont.
      </EmptyState>
    </div>
  );
}
