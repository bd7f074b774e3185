import { Suspense } from 'react';
import type { Batch } from '#contract/batches.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';

/** Loaded for a batch that has a list of shots. */
const MissingShots = createLazyPart(
  async () => (await import('#web/shared/batches/missing-shots.tsx')).MissingShots,
);

/** Says which of a batch's guided shots are missing. */
export function ShotNote({ batch }: { readonly batch: Batch }) {
  return batch.shotList ? (
    <Suspense>
      <MissingShots batch={batch} />
    </Suspense>
  ) : null;
}
