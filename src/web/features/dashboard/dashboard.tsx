import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { ListedBatch } from '#contract/batches.ts';
import type { UserDocument } from '#contract/users.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { batchesQuery } from '#web/api/queries/queries.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { BalanceCard } from '#web/features/dashboard/balance-card.tsx';
import { LiveStrip } from '#web/features/dashboard/live-strip.tsx';
import { NextStepCard } from '#web/features/dashboard/next-step-card.tsx';
import { buildOverview, nextStep } from '#web/features/dashboard/overview.ts';
import { BATCH_STATE_WORDS, batchFigures, batchLabel, batchName } from '#web/text/batch-words.ts';
import { firstName } from '#web/text/initials.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { BatchStrip } from '#web/ui/pictures/batch-strip.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const Usage = createLazyPart(async () => (await import('#web/features/dashboard/usage.tsx')).Usage);

/** Heading for users without a batch. */
const FIRST_BATCH = 'Primul lot e la trei pași de aici.';

interface DashboardProps {
  readonly user: UserDocument;
  /** A line over everything else. */
  readonly notice: ReactNode;
  /** For newcomers: what the product makes of a photo. */
  readonly example: ReactNode;
}

export function Dashboard({ user, notice, example }: DashboardProps) {
  const query = useQuery(batchesQuery);
  const { data, isPending } = query;
  const batches = data?.batches ?? [];
  const { running, recent, summary } = buildOverview(batches);
  const step = data ? nextStep(batches) : null;
  const name = firstName(user.displayName);
  return (
    <div className={isPending ? 'page min-h-dvh' : 'page'}>
      {notice}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-4xl">{name ? `Bună, ${name}` : 'Bună'}</h1>
          <p className="mt-2 text-ink-soft">
            {data ? (step === 'upload' ? FIRST_BATCH : summary) : '\u00a0'}
          </p>
        </div>
        <Link to="/upload" className={`${buttonClass()} max-sm:hidden`}>
          <Plus aria-hidden size={18} /> Lot nou
        </Link>
      </div>
      <div className="mt-7 flex flex-col gap-6">
        {!data && <ReadFailed panel query={query} />}
        {running.length > 0 && (
          <section aria-labelledby="running-title" className="flex flex-col gap-4">
            <h2 id="running-title" className="text-2xl">
              În lucru
            </h2>
            {running.map((batch) => (
              <LiveStrip key={batch.id} row={batch} />
            ))}
          </section>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-6">
            {isPending && <DashboardSkeleton />}
            {step && (
              <NextStepCard step={step} draftPath={`/process/${batches[0]?.id ?? ''}`} example={example} />
            )}
            {recent.length > 0 && <RecentBatches batches={recent} />}
          </div>
          {/* Beside the batches it stands at once; under them it waits until it is known where. */}
          <div className={isPending ? 'max-lg:hidden' : undefined}>
            <BalanceCard user={user} />
          </div>
        </div>
        {data && step === null && (
          <Suspense fallback={<Skeleton className="h-72 rounded-3xl" />}>
            <Usage running={running.map(({ id }) => id).join(' ')} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function RecentBatches({ batches }: { batches: readonly ListedBatch[] }) {
  return (
    <section aria-labelledby="recent-title" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="recent-title" className="text-2xl">
          Loturi recente
        </h2>
        <Link to="/gallery?view=lots" className="link">
          Toate loturile
        </Link>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        {batches.map((batch) => (
          <li key={batch.id}>
            <BatchStrip
              to={`/process/${batch.id}`}
              label={`${batchLabel(batch.number)} · ${BATCH_STATE_WORDS[batch.state]}`}
              name={batchName(batch)}
              figures={batchFigures(batch)}
              news={batch.state === 'failed' || batch.state === 'partial'}
              covers={batch.coverIds.map(thumbnailUrl)}
              photoCount={batch.photoCount}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DashboardSkeleton() {
  return (
    <>
      <LoadingNote>Se încarcă loturile…</LoadingNote>
      <Skeleton className="h-88 rounded-3xl" />
    </>
  );
}
