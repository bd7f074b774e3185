import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { batchesQuery } from '#web/api/queries/queries.ts';
import { SAMPLES } from '#web/assets/sample-scenes.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';
import { Button } from '#web/ui/fields/button.tsx';

const OFFERED = SAMPLES.slice(0, 4);

interface SampleOfferProps {
  readonly onFiles: (files: readonly PickedFile[]) => void;
}

/** Offers users without a batch or a photo at hand a first batch of the product's own scenes. */
export function SampleOffer({ onFiles }: SampleOfferProps) {
  const { data } = useQuery(batchesQuery);
  const take = useMutation({ mutationFn: () => Promise.all(OFFERED.map(fetchSample)), onSuccess: onFiles });
  if (data === undefined || data.batches.length > 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft">
      {take.isError
        ? 'Pozele de probă nu au ajuns. Încearcă din nou.'
        : 'N-ai poze la îndemână? Primul lot poate fi de probă.'}
      <Button small look="quiet" busy={take.isPending} onClick={() => take.mutate()}>
        Încearcă cu {formatCount(OFFERED.length, NOUNS.photo)} de probă
      </Button>
    </p>
  );
}

async function fetchSample({ name, url }: (typeof SAMPLES)[number]): Promise<PickedFile> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  const blob = await answer.blob();
  return { file: new File([blob], `${name}.jpg`, { type: 'image/jpeg' }), takenAt: null };
}
