import { Smartphone } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import { BatchEditor } from '#web/editor/batch-editor.tsx';
import type { BatchDraft } from '#web/editor/edits/use-batch-draft.ts';
import { isMarkedWrong, type Marks } from '#web/editor/review/use-marks.ts';
import { redoNote } from '#web/features/batches/results/results.ts';
import { coverUnasked, foundPlates } from '#web/features/batches/start/found-plates.ts';
import { searchedOnTheWay } from '#web/features/batches/start/searched-on-the-way.ts';
import { type StartActs, StartBar } from '#web/features/batches/start/start-bar.tsx';
import type { StartState } from '#web/features/batches/start/start-button-state.ts';
import { ArrivingFrames, formatUploadPercent } from '#web/features/upload/arriving-frames.tsx';
import { PhoneButton } from '#web/features/upload/phone/phone-button.tsx';
import { AddPhotosButton } from '#web/features/upload/pick/add-photos-button.tsx';
import type { UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { computeTransfer } from '#web/features/upload/queue/transfer.ts';
import { INTERRUPTED } from '#web/features/upload/transfer-note.tsx';
import { ShotNote } from '#web/shared/batches/shot-note.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';

interface ProcessEditorProps {
  readonly batch: Batch;
  readonly draft: Pick<BatchDraft, 'history' | 'isRetrying'>;
  readonly items: readonly UploadItem[];
  readonly startState: StartState;
  /** Words for the photos that stay out of the run. */
  readonly leftOut: string | null;
  /** The photo and the part of the panel that the page was opened for. */
  readonly cameFor: { readonly photoId: string | null; readonly panel: string | null };
  readonly starting: boolean;
  /** Link to the results of an earlier run. */
  readonly results: string | null;
  readonly acts: StartActs;
  readonly marks: Marks;
}

/** The batch before a run: uploads, the editor and the start meet here. */
export function ProcessEditor({ batch, draft, items, startState, cameFor, ...props }: ProcessEditorProps) {
  const { starting, leftOut, results, acts, marks } = props;
  const found = (photoIds: readonly string[]) =>
    foundPlates(batch, photoIds, (id) => isMarkedWrong(marks, id));
  const redo = redoNote(batch.window.endsAt, new Date());
  return (
    <BatchEditor
      batch={batch}
      history={draft.history}
      marks={marks}
      cameFor={cameFor}
      coming={{
        progress: new Map(items.flatMap(toProgressEntry)),
        frames: <ArrivingFrames items={items} known={batch.photoIds} />,
      }}
      back={results === null ? null : { to: results, label: 'Rezultate' }}
      ways={
        <>
          {results && (
            <Link to={results} className={`${buttonClass({ look: 'quiet', small: true })} max-sm:hidden`}>
              Rezultate
            </Link>
          )}
          <AddPhotosButton batchId={batch.id} />
          <PhoneButton batch={batch}>
            <Smartphone aria-hidden size={16} />
            <span className="max-lg:sr-only">De pe telefon</span>
          </PhoneButton>
        </>
      }
      start={
        <div className="flex flex-col gap-2">
          <ShotNote batch={batch} />
          <StartBar
            startState={startState}
            busy={starting}
            ahead={[leftOut, searchedOnTheWay(batch, startState)].filter((words) => words !== null)}
            note={getStartNote({
              batch,
              items,
              startState,
              redo,
              isRetrying: draft.isRetrying,
              isAsked: found(batch.photoIds).asked > 0,
            })}
            acts={acts}
            foundOn={(photoIds) => found(photoIds ?? batch.photoIds)}
          />
        </div>
      }
    />
  );
}

function toProgressEntry(item: UploadItem): [string, string][] {
  const percent = formatUploadPercent(item);
  return percent === null || item.photoId === null ? [] : [[item.photoId, percent]];
}

const STARTS_ALONE = 'Pornește singur când sunt toate, și cu pagina închisă.';
/** Words for plates that are found by the time it starts. */
const COVERED_LATER: Readonly<Record<CoverAtStart, string | null>> = {
  none: null,
  sure: 'Numerele de înmatriculare sigure se acoperă.',
  found: 'Numerele găsite până atunci se acoperă și ele.',
};

type StartNote = ComponentProps<typeof StartBar>['note'];

interface StartNoteInput extends Pick<ProcessEditorProps, 'batch' | 'items' | 'startState'> {
  readonly isRetrying: boolean;
  /** True when the start asks about plates. */
  readonly isAsked: boolean;
  readonly redo: string | null;
}

function getStartNote({ batch, items, isRetrying, isAsked, startState, redo }: StartNoteInput): StartNote {
  if (computeTransfer(items).interrupted) return { text: INTERRUPTED, quiet: false };
  if (isRetrying) {
    return { text: 'Modificările rămân aici până revine conexiunea.', quiet: false };
  }
  const refusal = batch.wantedStart?.refusal ?? null;
  if (refusal !== null)
    return { text: `N-a pornit singur: ${refusal.message}`, quiet: false, isRefusal: true };
  if (startState.kind === 'early') {
    const later = isAsked ? null : COVERED_LATER[coverUnasked(batch)];
    return { text: [STARTS_ALONE, later].filter(Boolean).join(' '), quiet: true };
  }
  const covered = COVERED_LATER[batch.wantedStart?.coverPlates ?? 'none'];
  if (startState.kind === 'wanted' && covered !== null) return { text: covered, quiet: false };
  const free = startState.kind === 'ready' && startState.cost === 0;
  return { text: free && redo !== null ? redo : 'Plătești doar ce iese.', quiet: true };
}
