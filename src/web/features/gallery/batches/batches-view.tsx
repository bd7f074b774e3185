import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ListedBatch } from '#contract/batches.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { BatchMenu } from '#web/features/gallery/batches/batch-menu.tsx';
import { useBatches } from '#web/features/gallery/batches/use-batches.ts';
import { NothingFound, RestProblem } from '#web/features/gallery/gallery-notes.tsx';
import { BatchesSkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import { type Filters, isNarrowed } from '#web/features/gallery/gallery-url.ts';
import { computeRowTops, useRange, useWidth } from '#web/features/gallery/use-range.ts';
import { BATCH_STATE_WORDS, batchFigures, batchLabel, batchName } from '#web/text/batch-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { BatchStrip } from '#web/ui/pictures/batch-strip.tsx';

interface BatchesViewProps {
  readonly filters: Filters;
  readonly onBatch: (batchId: string) => void;
}

/** History is strips: every batch, newest first. */
export function BatchesView({ filters, onBatch }: BatchesViewProps) {
  const { query, batches } = useBatches(filters);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (query.isPending) return <BatchesSkeleton />;
  if (query.isError && batches.length === 0)
    return <PageReadFailed heading="h2" title="Loturile nu s-au putut citi" query={query} />;
  if (batches.length === 0) return isNarrowed(filters) ? <NothingFound /> : <NoBatches />;
  return (
    <>
      <Strips
        batches={batches}
        stale={query.isPlaceholderData}
        onBatch={onBatch}
        onNearEnd={() => {
          if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
        }}
      />
      {isFetchNextPageError && <RestProblem onRetry={() => void fetchNextPage()} />}
    </>
  );
}

/** Two strips side by side from this width on. */
const TWO_FROM_PX = 900;
const GAP = 16;
const USUAL_PX = 190;

interface StripsProps {
  readonly batches: readonly ListedBatch[];
  readonly stale: boolean;
  readonly onBatch: (batchId: string) => void;
  readonly onNearEnd: () => void;
}

/** Only the rows in sight are drawn. */
function Strips({ batches, stale, onBatch, onNearEnd }: StripsProps) {
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const columns = width >= TWO_FROM_PX ? 2 : 1;
  const rows = width === 0 ? 0 : Math.ceil(batches.length / columns);
  const tops = useMeasuredTops(list, rows, width);
  const { range } = useRange(list, tops);
  useEffect(() => {
    if (rows > 0 && range.last > rows - 6) onNearEnd();
  }, [rows, range.last, onNearEnd]);
  return (
    <ul
      ref={list}
      aria-label="Loturi"
      aria-busy={stale}
      className="relative mt-5 aria-busy:opacity-55"
      style={{ height: tops.at(-1) }}
    >
      {batches.slice(range.first * columns, (range.last + 1) * columns).map((batch, i) => {
        const at = range.first * columns + i;
        const row = Math.floor(at / columns);
        return (
          <li
            key={batch.id}
            data-row={row}
            aria-setsize={batches.length}
            aria-posinset={at + 1}
            className="absolute top-0 min-w-0 has-aria-expanded:z-10"
            style={{
              width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
              left: at % columns === 0 ? 0 : `calc(50% + ${GAP / 2}px)`,
              transform: `translateY(${tops[row]}px)`,
            }}
          >
            <BatchItem batch={batch} />
            <BatchMenu batch={batch} onBatch={onBatch} />
          </li>
        );
      })}
    </ul>
  );
}

/** A strip is as high as its pictures and its words: rows that were not drawn yet are taken for as high as usual. */
function useMeasuredTops(list: RefObject<HTMLElement | null>, rows: number, width: number): number[] {
  const [heights, setHeights] = useState<Readonly<Record<number, number>>>({});
  const [of, setOf] = useState(width);
  if (of !== width) {
    setOf(width);
    setHeights({});
  }
  useLayoutEffect(() => {
    const drawn: Record<number, number> = {};
    for (const strip of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const row = Number(strip.dataset.row);
      drawn[row] = Math.max(drawn[row] ?? 0, strip.offsetHeight);
    }
    const isNew = Object.entries(drawn).some(([row, height]) => heights[Number(row)] !== height);
    if (isNew) setHeights({ ...heights, ...drawn });
  });
  return useMemo(
    () => computeRowTops(Array.from({ length: rows }, (_, row) => (heights[row] ?? USUAL_PX) + GAP)),
    [rows, heights],
  );
}

function BatchItem({ batch }: { batch: ListedBatch }) {
  return (
    <BatchStrip
      to={`/process/${batch.id}`}
      label={`${batchLabel(batch.number)} · ${BATCH_STATE_WORDS[batch.state]}`}
      name={batchName(batch)}
      figures={batchFigures(batch)}
      news={batch.state === 'failed' || batch.state === 'partial'}
      covers={batch.coverIds.map(thumbnailUrl)}
      photoCount={batch.photoCount}
      roomForButton
    />
  );
}

function NoBatches() {
  return (
    <EmptyState
      title="Niciun lot deocamdată"
      action={
        <Link to="/upload" className={buttonClass()}>
          Adaugă fotografii
        </Link>
      }
    >
      <p>
        Un lot e un lucru de vânzare: pozele lui, aceeași rețetă, fișierele pentru fiecare loc unde publici.
      </p>
    </EmptyState>
  );
}
