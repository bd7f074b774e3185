import type { Batch } from '#contract/batches.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { lotLabel, lotName } from '#web/text/batch-words.ts';

type Ended = Pick<Batch, 'name' | 'number' | 'state' | 'run'>;

/** „„Dacia Logan” e gata” */
export function endTitle(batch: Ended): string {
  return `„${lotName(batch)}” ${batch.state === 'failed' ? 'n-a ieșit' : 'e gata'}`;
}

/** „LOT 0148 · 12 din 14 fotografii” */
export function endFacts({ number, state, run }: Ended): string {
  const photos = Object.values(run?.photos ?? {});
  const done = photos.filter((photo) => photo.state === 'done').length;
  const facts = {
    done: count(done, NOUNS.photo),
    failed: 'deschide lotul ca să vezi de ce',
    partial: `${done === 1 ? 'a ieșit' : 'au ieșit'} ${done} din ${count(photos.length, NOUNS.photo)}`,
  }[state as 'done' | 'failed' | 'partial'];
  return [lotLabel(number), facts].join(' · ');
}
