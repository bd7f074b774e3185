import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { useArrangement } from '#web/features/upload/pile/use-arrangement.ts';
import { pilePath } from '#web/text/choice-path.ts';

interface PileOfferProps {
  readonly batch: Batch;
  /** True once all photos are there. */
  readonly isComplete: boolean;
}

/** Says that the photos seem to show several things, and leads to the lots that they would make; nothing where they seem to be one. */
export function PileOffer({ batch, isComplete }: PileOfferProps) {
  const { lots, isSettled } = useArrangement(batch);
  if (!isComplete || !isSettled || batch.run !== null || lots.length < 2) return null;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-sunken px-4 py-2.5">
      Par {formatCount(lots.length, THINGS)} diferite: un lot e un singur lucru.
      <Link className="link" to={pilePath(batch.id)}>
        Vezi {formatCount(lots.length, NOUNS.batch)}
      </Link>
    </p>
  );
}

const THINGS = { one: 'lucru', few: 'lucruri' };
