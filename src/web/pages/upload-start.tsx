import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { coverUnasked } from '#web/features/batches/start/found-plates.ts';
import { leftOutNote } from '#web/features/batches/start/left-out-note.ts';
import { getStartState, type StartState } from '#web/features/batches/start/start-button-state.ts';
import { StartText } from '#web/features/batches/start/start-text.tsx';
import { useWantedStart } from '#web/features/batches/start/use-start.ts';
import { isOnItsWay, type UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { stillUploading } from '#web/features/upload/upload-entry.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface UploadStartProps {
  readonly batch: Batch;
  readonly items: readonly UploadItem[];
  /** The price agreed to where the photos came from: the start is wanted as soon as they have their batch. */
  readonly agreed: number | null;
}

const NOTHING_TO_FLUSH = () => Promise.resolve(true);

/** The start on the upload page: with the recipe that every new batch begins with. */
export function UploadStart(props: UploadStartProps) {
  if (!isRunning(props.batch.state)) return <StartOffer {...props} />;
  return (
    <p role="status" className="text-sm text-ink-soft">
      Lotul este în lucru. Ce adaugi acum procesezi după ce se termină.
    </p>
  );
}

function StartOffer({ batch, items, agreed }: UploadStartProps) {
  const credits = useUser()?.credits.totalCredits ?? null;
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess } = useWantedStart(batch.id, NOTHING_TO_FLUSH);
  const uploading = stillUploading(items, batch.photos);
  const facts = { batch, uploading, presets: usePresets(), credits, now: new Date() };
  const startState = getStartState(facts);
  const leftOut = leftOutNote(facts);
  const cost = getStartCost(startState);
  const uploadKeys = items.filter(isOnItsWay).map(({ id }) => id);
  const coverPlates = coverUnasked(batch);
  const afterRun = batch.run?.id ?? null;
  const want = () => cost !== null && mutate({ cost, afterRun, uploadKeys, coverPlates });
  const wasAsked = useRef(false);
  useEffect(() => {
    if (agreed === null || cost === null || cost > agreed || wasAsked.current) return;
    wasAsked.current = true;
    mutate({ cost, afterRun, uploadKeys, coverPlates });
  });
  useEffect(() => {
    if (isSuccess) void navigate(`/process/${batch.id}`);
  }, [isSuccess, navigate, batch.id]);
  if (startState.kind === 'blocked') return <WhyNot startState={startState} batch={batch} />;
  if (startState.kind === 'wanted')
    return (
      <p className="text-center text-sm text-ink-soft">
        {startState.label}: {startState.detail}
      </p>
    );
  return (
    <>
      {leftOut !== null && <p className="text-center text-sm text-ink-soft">{leftOut}</p>}
      <Button look="quiet" busy={isPending} onClick={want}>
        {isPending ? 'Pornește…' : <StartText>{startState.label}</StartText>}
      </Button>
    </>
  );
}

function getStartCost(startState: StartState): number | null {
  return startState.kind === 'early' || startState.kind === 'ready' ? startState.cost : null;
}

/** Says that there are more photos than the plan takes while they are still being gathered, and how that is solved. */
function WhyNot({
  startState,
  batch: { photosPerLot },
}: {
  startState: Extract<StartState, { kind: 'blocked' }>;
  batch: Batch;
}) {
  const { label, help, tooMany } = startState;
  return (
    <p role="status" className="text-sm text-ink-soft">
      {label}.{' '}
      {tooMany !== null &&
        `Pe pagina lotului procesezi primele ${formatCount(photosPerLot, NOUNS.photo)} sau îl împarți. `}
      {help && (
        <Link className="link" to={help.to}>
          {help.text}
        </Link>
      )}
    </p>
  );
}
