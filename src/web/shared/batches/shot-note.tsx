import { Suspense } from 'react';
import type { ShotsProps } from '#web/shared/batches/missing-shots.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';

/** Loaded for a batch that has a list of shots. */
const MissingShots = createLazyPart(
  async () => (await import('#web/shared/batches/missing-shots.tsx')).MissingShots,
);

/** Says which of a batch's guided shots are missing. */
export function ShotNote(props: ShotsProps) {
  return props.batch.shotList ? (
    <Suspense>
      <MissingShots {...props} />
    </Suspense>
  ) : null;
}
