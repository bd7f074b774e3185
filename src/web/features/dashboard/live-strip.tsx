import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Batch, ListedBatch } from '#contract/batches.ts';
import type { RunPhotoState } from '#domain/batches/states.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { batchQuery } from '#web/api/queries/queries.ts';
import { BATCH_STATE_WORDS, batchLabel, batchName } from '#web/text/batch-words.ts';
import { FilmStrip, Frames } from '#web/ui/pictures/film-strip.tsx';
import { Frame, type FrameState } from '#web/ui/pictures/frame.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const STATES: Record<RunPhotoState, FrameState> = {
  waiting: 'waiting',
  working: 'working',
  done: 'lit',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** A running batch: its frames light up one by one, from the live document. */
export function LiveStrip({ row }: { row: ListedBatch }) {
  const { data: batch } = useQuery(batchQuery(row.id));
  const name = batchName(row);
  return (
    <FilmStrip label={`Lot în lucru: ${name}`}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 px-1">
        <div className="min-w-0">
          <p className="font-mono text-xs text-film-soft">
            {batchLabel(row.number)} · {BATCH_STATE_WORDS[batch?.state ?? row.state]}
          </p>
          <h3 className="truncate text-2xl">
            <Link to={`/process/${row.id}`} className="hover:underline">
              {name}
            </Link>
          </h3>
        </div>
        <Figures
          done={batch ? countDonePhotos(batch) : row.done}
          total={batch?.run?.photoIds.length ?? row.total}
        />
      </div>
      {batch?.run ? (
        <RunFrames batch={batch} run={batch.run} />
      ) : (
        <Skeleton className="h-16 bg-film-raised" />
      )}
    </FilmStrip>
  );
}

function countDonePhotos({ run }: Batch): number {
  return Object.values(run?.photos ?? {}).filter(({ state }) => state === 'done').length;
}

function Figures({ done, total }: { done: number; total: number }) {
  return (
    <p className="font-display text-film-soft">
      <span className="text-3xl font-extrabold text-film-ink">{done}</span> din {total}
    </p>
  );
}

function RunFrames({ batch, run }: { batch: Batch; run: NonNullable<Batch['run']> }) {
  const working = run.photoIds.findIndex((photoId) => run.photos[photoId]?.state === 'working');
  return (
    <Frames label="Fotografiile lotului" {...(working >= 0 ? { follow: working } : {})}>
      {run.photoIds.map((photoId, i) => {
        const photo = batch.photos[photoId];
        return (
          <Frame key={photoId} number={i + 1} state={STATES[run.photos[photoId]?.state ?? 'waiting']}>
            <Thumb
              src={photo ? thumbnailUrl(photoId) : null}
              thumbhash={photo?.thumbhash ?? null}
              alt={photo?.name ?? ''}
            />
          </Frame>
        );
      })}
    </Frames>
  );
}
