import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { BatchRow } from '#contract/batches.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { type Filters, isNarrowed } from '#web/features/gallery/gallery-address.ts';
import { NothingFound, RestProblem } from '#web/features/gallery/gallery-notes.tsx';
import { LotsSkeleton } from '#web/features/gallery/gallery-skeleton.tsx';
import { LotMenu } from '#web/features/gallery/lots/lot-menu.tsx';
import { useLots } from '#web/features/gallery/lots/use-lots.ts';
import { topsOf, useRange, useWidth } from '#web/features/gallery/use-range.ts';
import { BATCH_STATE_WORDS, lotFigures, lotLabel, lotName } from '#web/text/batch-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { LotStrip } from '#web/ui/pictures/lot-strip.tsx';

interface LotsViewProps {
  readonly filters: Filters;
  readonly onLot: (batchId: string) => void;
}

/** History is strips: every lot, newest first. */
export function LotsView({ filters, onLot }: LotsViewProps) {
  const { query, lots } = useLots(filters);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (query.isPending) return <LotsSkeleton />;
  if (query.isError && lots.length === 0)
    return <PageReadFailed heading="h2" title="Loturile nu s-au putut citi" query={query} />;
  if (lots.length === 0) return isNarrowed(filters) ? <NothingFound /> : <NoLots />;
  return (
    <>
      <Strips
        lots={lots}
        stale={query.isPlaceholderData}
        onLot={onLot}
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
  readonly lots: readonly BatchRow[];
  readonly stale: boolean;
  readonly onLot: (batchId: string) => void;
  readonly onNearEnd: () => void;
}

/** Only the rows in sight are drawn. */
function Strips({ lots, stale, onLot, onNearEnd }: StripsProps) {
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const columns = width >= TWO_FROM_PX ? 2 : 1;
  const rows = width === 0 ? 0 : Math.ceil(lots.length / columns);
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
      {lots.slice(range.first * columns, (range.last + 1) * columns).map((lot, i) => {
        const at = range.first * columns + i;
        const row = Math.floor(at / columns);
        return (
          <li
            key={lot.id}
            data-row={row}
            aria-setsize={lots.length}
            aria-posinset={at + 1}
            className="absolute top-0 min-w-0 has-aria-expanded:z-10"
            style={{
              width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
              left: at % columns === 0 ? 0 : `calc(50% + ${GAP / 2}px)`,
              transform: `translateY(${tops[row]}px)`,
            }}
          >
            <Lot lot={lot} />
            <LotMenu lot={lot} onLot={onLot} />
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
    () => topsOf(Array.from({ length: rows }, (_, row) => (heights[row] ?? USUAL_PX) + GAP)),
    [rows, heights],
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
      roomForButton
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
      <p>
        Un lot e un lucru de vânzare: pozele lui, aceeași rețetă, fișierele pentru fiecare loc unde publici.
      </p>
    </EmptyState>
  );
}
