import { useEffect, useState } from 'react';
import { previewPhoto } from '#contract/batches.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callRaw } from '#web/api/call.ts';
import { afterKey, type PreviewRequest, type PreviewView } from '#web/editor/stage/preview-plan.ts';
import { type PreviewPictures, PreviewRunner } from '#web/editor/stage/preview-runner.ts';
import { useLatest } from '#web/ui/use-latest.ts';

/** A decoded preview, ready to be painted without a flash. */
export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Something shows through. */
  readonly isClear: boolean;
}

export async function fetchPreview(
  batchId: string,
  job: Omit<PreviewRequest, 'key' | 'facts'> & { readonly approved?: boolean },
  signal: AbortSignal,
): Promise<Picture> {
  const { photoId, recipe, overrides, output, side, stage, approved } = job;
  const body = { photoId, recipe, exception: overrides, output, side, stage, approved };
  const response = await callRaw(previewPhoto, { params: { batchId }, body }, { signal });
  return pictureFrom(await response.blob());
}

/** Decoded before it is shown. */
export async function pictureFrom(blob: Blob): Promise<Picture> {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  await image.decode();
  const isClear = blob.type === 'image/webp';
  return { url, width: image.naturalWidth, height: image.naturalHeight, isClear };
}

export type FetchPicture = (job: PreviewRequest, signal: AbortSignal) => Promise<Picture>;

/** Returns the pictures of `view` for the stage; null while nothing is selected. */
export function usePreview(fetch: FetchPicture, view: PreviewView | null): PreviewPictures<Picture> | null {
  const [pictures, show] = useState<PreviewPictures<Picture> | null>(null);
  const latest = useLatest(fetch);
  const [runner] = useState(
    () =>
      new PreviewRunner<Picture>({
        fetch: (job, signal) => latest.current(job, signal),
        show,
        drop: ({ url }) => URL.revokeObjectURL(url),
        isRefusal: (error) =>
          error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
        now: () => performance.now(),
        after(ms, run) {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      }),
  );
  const key = view === null ? null : afterKey(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view, which is a new object each time
  useEffect(() => {
    if (view === null) runner.cancelRequests();
    else runner.requestPreview(view);
  }, [runner, key]);
  useEffect(() => () => runner.stop(), [runner]);
  return view !== null && pictures?.photoId === view.photoId ? pictures : null;
}
