import { useEffect, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { outputKeys } from '#domain/recipes/outputs.ts';
import { proxyUrl } from '#web/api/file-urls.ts';
import { NO_FACTS, RESTING_SIDE } from '#web/features/batches/preview-plan.ts';
import { fetchPreview } from '#web/features/batches/use-preview.ts';

/** The untouched photo in the frame of one output; the bare proxy until the engine has cut it. */
export function useBefore(batch: Batch, photoId: string, outputKey: string): string {
  const [cut, setCut] = useState<{ readonly photoId: string; readonly url: string } | null>(null);
  const place = outputKeys(batch.outputs).indexOf(outputKey);
  const choice = JSON.stringify(batch.outputs[place] ?? null);
  const recipe = JSON.stringify(batch.recipe);
  const exception = JSON.stringify(batch.exceptions[photoId] ?? NO_EXCEPTION);
  useEffect(() => {
    const abort = new AbortController();
    let url: string | null = null;
    const job = {
      photoId,
      facts: NO_FACTS,
      recipe: JSON.parse(recipe),
      exception: JSON.parse(exception),
      output: JSON.parse(choice),
      side: RESTING_SIDE,
      stage: 'before',
    } as const;
    fetchPreview(batch.id, job, abort.signal)
      .then((picture) => {
        url = picture.url;
        if (abort.signal.aborted) URL.revokeObjectURL(url);
        else setCut({ photoId, url });
      })
      .catch(() => undefined);
    return () => {
      abort.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [batch.id, photoId, recipe, exception, choice]);
  return cut?.photoId === photoId ? cut.url : proxyUrl(photoId);
}
