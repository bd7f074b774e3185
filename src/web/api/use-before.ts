import { useEffect, useState } from 'react';
import { type Batch, previewPhoto } from '#contract/batches.ts';
import { outputKeys } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { callRaw } from '#web/api/call.ts';
import { proxyUrl } from '#web/api/file-urls.ts';

const SIDE = 1024;

/** The untouched photo in the frame of one output; the bare proxy until the engine has cut it, or where the batch is not known (yet). */
export function useBefore(batch: Batch | undefined, photoId: string, outputKey: string): string {
  const [cut, setCut] = useState<{ readonly photoId: string; readonly url: string } | null>(null);
  const wanted = batch && JSON.stringify(buildPreviewBody(batch, photoId, outputKey));
  const batchId = batch?.id;
  useEffect(() => {
    if (batchId === undefined || wanted === undefined) return;
    const abort = new AbortController();
    let url: string | null = null;
    callRaw(previewPhoto, { params: { batchId }, body: JSON.parse(wanted) }, { signal: abort.signal })
      .then(async (response) => {
        url = URL.createObjectURL(await response.blob());
        const image = new Image();
        image.src = url;
        await image.decode();
        if (abort.signal.aborted) URL.revokeObjectURL(url);
        else setCut({ photoId, url });
      })
      .catch(() => undefined);
    return () => {
      abort.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [batchId, photoId, wanted]);
  return cut?.photoId === photoId ? cut.url : proxyUrl(photoId);
}

function buildPreviewBody(batch: Batch, photoId: string, outputKey: string) {
  const index = outputKeys(batch.outputs).indexOf(outputKey);
  return {
    photoId,
    recipe: batch.recipe,
    exception: batch.exceptions[photoId] ?? NO_OVERRIDES,
    output: batch.outputs[index] ?? null,
    side: SIDE,
    stage: 'before' as const,
  };
}
