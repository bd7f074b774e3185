import { Link } from 'react-router';
import type { BatchRow } from '#contract/batches.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { BATCH_STATE_WORDS, lotFigures, lotLabel, lotName } from '#web/text/batch-words.ts';
import { LotStrip } from '#web/ui/pictures/lot-strip.tsx';

export function RecentLots({ lots }: { lots: readonly BatchRow[] }) {
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
      <ul className="grid gap-4 xl:grid-cols-2">
        {lots.map((lot) => (
          <li key={lot.id}>
            <LotStrip
              to={`/process/${lot.id}`}
              label={`${lotLabel(lot.number)} · ${BATCH_STATE_WORDS[lot.state]}`}
              name={lotName(lot)}
              figures={lotFigures(lot)}
              news={lot.state === 'failed' || lot.state === 'partial'}
              covers={lot.coverIds.map(thumbnailUrl)}
              photoCount={lot.photoCount}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
