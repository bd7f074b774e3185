import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BatchRow } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { fold } from '#domain/language/fold.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { batchesQuery } from '#web/api/queries.ts';
import { DeleteLot } from '#web/features/gallery/delete-lot.tsx';
import { GalleryProblem, NothingFound } from '#web/features/gallery/gallery-notes.tsx';
import { BATCH_STATE_WORDS, lotFigures, lotLabel, lotName } from '#web/text/batch-words.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LotStrip } from '#web/ui/lot-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** History is strips: every lot, newest first. */
export function LotsView({ search }: { search: string }) {
  const { data, isPending, error, refetch } = useQuery(batchesQuery);
  if (isPending) return <LotsSkeleton />;
  if (!data) return <GalleryProblem error={error} onRetry={() => void refetch()} />;
  if (data.batches.length === 0) return <NoLots />;
  const wanted = fold(search.trim());
  const shown = data.batches.filter((lot) =>
    fold(`${lotName(lot)} ${lotLabel(lot.number)}`).includes(wanted),
  );
  if (shown.length === 0) return <NothingFound search={search} />;
  return (
    <ul className="mt-5 grid gap-4 lg:grid-cols-2">
      {shown.map((lot) => (
        <li key={lot.id} className="relative min-w-0">
          <Lot lot={lot} />
          {!isRunning(lot.state) && <DeleteLot lot={lot} />}
        </li>
      ))}
    </ul>
  );
}

function Lot({ lot }: { lot: BatchRow }) {
  return (
    <LotStrip
      to={`/process/${lot.id}`}
      label={`${lotLabel(lot.number)} · ${BATCH_STATE_WORDS[lot.state]}`}
      name={lotName(lot)}
      figures={lotFigures(lot)}
      news={lot.state === 'failed' || lot.state === 'partial'}
      covers={lot.coverIds.map(thumbnailUrl)}
      photoCount={lot.photoCount}
      roomForButton={!isRunning(lot.state)}
    />
  );
}

function NoLots() {
  return (
    <EmptyState
      title="Niciun lot deocamdată"
      action={
        <Link to="/upload" className={buttonClass()}>
          Adaugă fotografii
        </Link>
      }
    >
      <p>Un lot e un lucru de vânzare: pozele lui, aceeași rețetă, fișierele pentru fiecare platformă.</p>
    </EmptyState>
  );
}

function LotsSkeleton() {
  return (
    <div className="mt-5 grid gap-4 lg:grid-cols-2">
      <LoadingNote>Se încarcă loturile…</LoadingNote>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-44 rounded-3xl" />
      ))}
    </div>
  );
}
