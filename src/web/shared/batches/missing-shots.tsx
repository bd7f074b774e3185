import { Camera } from 'lucide-react';
import { Link } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { sayMissingShots } from '#domain/shots/shot-lists.ts';
import { listMissingShots } from '#domain/shots/shots.ts';
import { guidedPath } from '#web/text/choice-path.ts';

export interface ShotsProps {
  readonly batch: Pick<Batch, 'id' | 'photos' | 'shotList'>;
  /** Shots that this browser still sends: they are taken. */
  readonly coming?: readonly string[];
}

/** „Lipsește bordul”, until a photo of the batch is it; leads to the camera that is at this shot. */
export function MissingShots({ batch, coming = [] }: ShotsProps) {
  if (!batch.shotList) return null;
  const photos = Object.values(batch.photos).filter(
    ({ state }) => state !== 'refused' && state !== 'duplicate',
  );
  const words = sayMissingShots(
    listMissingShots(batch.shotList, [...photos, ...coming.map((shot) => ({ shot }))]),
  );
  if (words === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-signal-wash px-3 py-2 text-sm">
      <Camera aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 flex-1 basis-40">{words}.</span>
      <Link className="link inline-flex min-h-8 items-center font-medium" to={guidedPath(batch.id)}>
        Fotografiază
      </Link>
    </p>
  );
}
