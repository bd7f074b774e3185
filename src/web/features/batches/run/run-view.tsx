import { useEffect, useEffectEvent, useState } from 'react';
import type { Batch, Run } from '#contract/batches.ts';
import type { RunPhotoState } from '#domain/batches/states.ts';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { failedIds, stopWords } from '#web/features/batches/results/results.ts';
import { NoticeOffer } from '#web/features/batches/run/notice-offer.tsx';
import { countPassedPhotos, useRemaining } from '#web/features/batches/run/use-remaining.ts';
import { useCancel } from '#web/features/batches/start/use-start.ts';
import { useUser } from '#web/session/use-user.ts';
import { BatchTitle } from '#web/shared/batches/batch-title.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { Frame, type FrameState } from '#web/ui/pictures/frame.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

const LIGHT: Record<RunPhotoState, FrameState> = {
  waiting: 'waiting',
  working: 'working',
  done: 'lit',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The same page, dark: frames light up one by one. It may be left at any moment, and says so. */
export function RunView({ batch, run }: { batch: Batch; run: Run }) {
  const passed = countPassedPhotos(run);
  const [isLong, setIsLong] = useState(false);
  const failed = failedIds(run).length;
  return (
    <div className="docking-page bg-film text-film-ink [--signal:var(--film-signal)]">
      <div className="page flex flex-col gap-5">
        <BatchTitle
          batch={batch}
          note={run.number > 1 ? `procesarea ${formatNumber(run.number)}` : 'în lucru'}
        />
        <div role="status" className="flex flex-wrap items-baseline gap-x-4">
          <p className="font-display font-bold">
            <span className="text-7xl sm:text-8xl">{formatNumber(passed)}</span>{' '}
            <span className="text-2xl text-film-soft">din {formatNumber(run.photoIds.length)}</span>
          </p>
          <Remaining run={run} onLong={() => setIsLong(true)} />
        </div>
        {isLong && <NoticeOffer />}
        {failed > 0 && (
          <p className="text-film-signal">
            {formatCount(failed, NOUNS.photo)} {failed === 1 ? 'n-a' : 'n-au'} ieșit; restul merg mai departe.
          </p>
        )}
        <ol
          aria-label="Fotografiile procesării"
          className="grid grid-cols-3 gap-2.5 sm:grid-cols-5 lg:grid-cols-7 [&>li]:w-full!"
        >
          {run.photoIds.map((id, index) => (
            <Frame
              key={id}
              number={batch.photoIds.indexOf(id) + 1 || index + 1}
              state={LIGHT[run.photos[id]?.state ?? 'waiting']}
            >
              <Thumb
                src={thumbnailUrl(id)}
                thumbhash={batch.photos[id]?.thumbhash ?? null}
                alt={batch.photos[id]?.name ?? ''}
              />
            </Frame>
          ))}
        </ol>
      </div>
      <StopBar batch={batch} run={run} isLong={isLong} />
    </div>
  );
}

function Remaining({ run, onLong }: { run: Run; onLong: () => void }) {
  const { words, isLong } = useRemaining(run);
  const report = useEffectEvent(onLong);
  useEffect(() => {
    if (isLong) report();
  }, [isLong]);
  return <p className="text-lg text-film-soft">{words}</p>;
}

function StopBar({ batch, run, isLong }: { batch: Batch; run: Run; isLong: boolean }) {
  const user = useUser();
  const writes = isLong && user?.longRunMails && user.emailVerified;
  const [asking, setAsking] = useState(false);
  const cancel = useCancel(batch.id, run.id);
  return (
    <div className="docked border-film-line bg-film">
      <div className="mx-auto flex max-w-[82rem] flex-col items-center gap-2 px-4 py-3 sm:flex-row sm:justify-between sm:px-8">
        <p className="text-sm text-film-soft">
          {writes
            ? 'Poți închide pagina. Îți scriem pe email când e gata.'
            : 'Poți închide pagina. Îți păstrăm lotul.'}
        </p>
        <Button look="film" onClick={() => setAsking(true)}>
          Oprește
        </Button>
      </div>
      <AlertDialog
        open={asking}
        title="Oprești procesarea?"
        body={stopWords({ run, results: batch.results })}
        confirm="Oprește procesarea"
        cancel="Las-o să continue"
        danger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
