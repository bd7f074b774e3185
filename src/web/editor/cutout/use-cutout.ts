import { useEffect, useState } from 'react';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { createDraft, type Draft } from '#web/editor/cutout/draft.ts';
import { CutoutRunner, type CutoutView, NOTHING } from '#web/editor/cutout/runner.ts';
import { fetchMask, type MaskPicture } from '#web/editor/cutout/veil.ts';
import type { PhotoSource } from '#web/editor/photo-source.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** The cut-out of one photo while the tool is in hand; `draft` is null until the earlier drawing is loaded. */
export function useCutout(source: PhotoSource, photoId: string, onGone: () => void) {
  const [view, changed] = useState<CutoutView<MaskPicture>>(NOTHING);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [runner, setRunner] = useState<CutoutRunner<MaskPicture> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tool is made anew for another photo
  useEffect(() => {
    const own = createCutoutRunner(source, photoId, changed);
    setRunner(own);
    own.loadDrawing().then(
      (hints) => setDraft((was) => was ?? createDraft(hints)),
      (error: unknown) => {
        showToast({ text: errorMessage(error), negative: true });
        onGone();
      },
    );
    return () => own.stop();
  }, [photoId]);
  return {
    view,
    draft,
    draw(next: Draft) {
      if (next === draft) return;
      setDraft(next);
      runner?.requestCutout(next.now);
    },
    /** Sends the same drawing again after a failure. */
    again() {
      if (draft !== null) runner?.requestCutout(draft.now);
    },
    /** Returns true once the newest cut-out is approved; false when it failed, or when an unsure one must be shown first. */
    async approve(): Promise<boolean> {
      const cutout = await runner?.waitForCutout();
      if (!cutout) return false;
      const isUnseen = view.busy && view.kept !== null && view.kept.id !== cutout.id;
      if (isUnseen && !cutout.sure) return false;
      try {
        runner?.adoptApproved(await source.approveCutout(photoId, cutout.id));
        return true;
      } catch (error) {
        showToast({ text: errorMessage(error), negative: true });
        return false;
      }
    },
  };
}

function createCutoutRunner(
  source: PhotoSource,
  photoId: string,
  changed: (view: CutoutView<MaskPicture>) => void,
): CutoutRunner<MaskPicture> {
  return new CutoutRunner<MaskPicture>({
    read: () => source.readCutout(photoId),
    send: (hints) => source.makeCutout(photoId, hints),
    mask: (cutoutId) => fetchMask(source.mask(photoId, cutoutId)),
    sketch: async () => (source.sketch ? fetchMask(source.sketch(photoId)) : null),
    changed,
    isRefusal: (error) =>
      error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}
