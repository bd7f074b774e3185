import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { newKey } from '#web/api/new-key.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { usePresets } from '#web/api/queries/use-presets.ts';
import { useMissing } from '#web/api/reported-errors.ts';
import { coverUnasked } from '#web/features/batches/start/found-plates.ts';
import { getStartState, type StartState } from '#web/features/batches/start/start-button-state.ts';
import { ArrangePile } from '#web/features/upload/pile/arrange-pile.tsx';
import { MadeLots } from '#web/features/upload/pile/made-lots.tsx';
import { type LotStart, usePileActions, usePileLots } from '#web/features/upload/pile/use-pile-lots.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { useUser } from '#web/session/use-user.ts';
import { batchName } from '#web/text/batch-words.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote } from '#web/ui/skeleton.tsx';

interface PileViewProps {
  readonly pileId: string;
  /** Shown where there is no such lot. */
  readonly missing: ReactNode;
}

/** A pile of photos as lots: proposed and arranged first; once they are made, started and downloaded together. */
export function PileView({ pileId, missing }: PileViewProps) {
  const { data: pile, error } = useQuery(batchQuery(pileId));
  const isMissing = useMissing(error);
  const lots = usePileLots(pileId);
  usePageTitle(pile === undefined ? 'Loturi' : batchName(pile));
  if (pile === undefined && isMissing) return missing;
  if (pile === undefined || lots === null) return <LoadingNote>Se deschid loturile…</LoadingNote>;
  return (
    <div className="page docking-page pb-0">
      {lots.length < 2 ? <ArrangePile pile={pile} /> : <Made pile={pile} lots={lots} />}
    </div>
  );
}

function Made({ pile, lots }: { readonly pile: Batch; readonly lots: readonly Batch[] }) {
  const presets = usePresets();
  const credits = useUser()?.credits.totalCredits ?? null;
  const { gather, start, download } = usePileActions(pile.id);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const states = new Map(
    lots.map((batch) => [
      batch.id,
      getStartState({ batch, uploading: 0, presets, credits, now: new Date() }),
    ]),
  );
  const ready = lots.flatMap((lot) => toLotStart(lot, states.get(lot.id)));
  const cost = ready.reduce((sum, lot) => sum + lot.cost, 0);
  // A lot that still runs would come without the photos that are not finished.
  const delivered = lots.filter(({ state, results }) => !isRunning(state) && Object.keys(results).length > 0);
  const isUntouched = lots.every((lot) => lot.run === null);
  const fail = (error: Error) => showToast({ text: errorMessage(error), negative: true });
  const startAll = () =>
    start.mutate(
      { lots: ready, idempotencyKey: newKey() },
      {
        onError: fail,
        onSuccess: ({ refusals }) =>
          setRefused(
            new Map(ready.flatMap(({ batchId }, i) => (refusals[i] ? [[batchId, refusals[i].message]] : []))),
          ),
      },
    );
  return (
    <>
      <h1 className="text-4xl">{formatCount(lots.length, NOUNS.batch)}</h1>
      <MadeLots lots={lots} say={(lot) => refused.get(lot.id) ?? sayOf(lot, states.get(lot.id))} />
      <div className="docked -mx-4 mt-4 sm:-mx-8">
        <div className="flex flex-col items-center gap-2 px-4 py-3 sm:flex-row-reverse sm:justify-start sm:gap-5 sm:px-8">
          {ready.length > 0 && (
            <Button busy={start.isPending} onClick={startAll}>
              Procesează {formatCount(ready.length, NOUNS.batch)} – {formatCount(cost, NOUNS.credit)}
            </Button>
          )}
          {delivered.length > 0 && (
            <Button
              look={ready.length > 0 ? 'quiet' : 'primary'}
              busy={download.isPending}
              onClick={() => download.mutate(delivered, { onError: fail })}
            >
              Descarcă {formatCount(delivered.length, NOUNS.batch)} (ZIP)
            </Button>
          )}
          {isUntouched && (
            <Button
              look="quiet"
              busy={gather.isPending}
              onClick={() => gather.mutate(pile.name, { onError: fail })}
            >
              Pune-le înapoi la un loc
            </Button>
          )}
          <Link to={`/process/${pile.id}`} className={buttonClass({ look: 'bare' })}>
            Rețeta primului lot
          </Link>
        </div>
      </div>
    </>
  );
}

function toLotStart(lot: Batch, state: StartState | undefined): LotStart[] {
  if (lot.run !== null || state?.kind !== 'ready') return [];
  return [
    {
      batchId: lot.id,
      photoIds: state.photoIds,
      cost: state.cost,
      coverPlates: coverUnasked(lot) === 'none' ? 'none' : 'sure',
    },
  ];
}

/** Returns why a lot does not start with the others; null where it does, or has run. */
function sayOf(lot: Batch, state: StartState | undefined): string | null {
  return lot.run === null && state?.kind === 'blocked' ? state.label : null;
}
