import { useEffect, useRef } from 'react';
import type { Batch } from '#contract/batches.ts';
import { coverUnasked, type UnaskedAnswer } from '#web/features/batches/start/found-plates.ts';
import { useWantedStart } from '#web/features/batches/start/use-start.ts';
import { isOnItsWay, type UploadItem } from '#web/features/upload/queue/queue-machine.ts';

/** Adds the files that this browser still brings to a wanted start, also those picked after it. */
export function useWantedUploads(
  batch: Pick<Batch, 'id' | 'wantedStart' | 'recipe' | 'run'>,
  items: readonly UploadItem[],
  flush: () => Promise<boolean>,
) {
  const { mutate, isPending } = useWantedStart(batch.id, flush);
  const told = useRef(new Set<string>());
  const afterRun = batch.run?.id ?? null;
  const coming = items.filter(isOnItsWay).map(({ id }) => id);
  const want = (cost: number, { cover, wrongOn }: UnaskedAnswer) => {
    told.current = new Set(coming);
    const coverPlates = cover ?? coverUnasked(batch);
    mutate({ cost, afterRun, uploadKeys: coming, coverPlates, wrongPlatesOn: [...wrongOn] });
  };
  const cost = batch.wantedStart?.refusal === null ? batch.wantedStart.cost : null;
  const fresh = cost === null || isPending ? '' : coming.filter((id) => !told.current.has(id)).join();
  useEffect(() => {
    if (cost === null || fresh === '') return;
    const uploadKeys = fresh.split(',');
    for (const id of uploadKeys) told.current.add(id);
    mutate({ cost, afterRun, uploadKeys });
  }, [cost, afterRun, fresh, mutate]);
  return { want, drop: () => mutate(null), isPending };
}
