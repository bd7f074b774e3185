import type { Cutout } from '#contract/photos.ts';
import {
  approveCutout,
  approveCutouts,
  makeCutout,
  readCutout,
  takeBackApprovals,
} from '#contract/photos.ts';
import type { CutoutHints } from '#domain/recipes/cutout.ts';
import { call } from '#web/api/call.ts';
import { maskUrl, proxyUrl, sketchUrl, thumbnailUrl } from '#web/api/file-urls.ts';
import type { SavedCutout } from '#web/editor/cutout/runner.ts';
import type { Confirmed } from '#web/editor/panel/plates/use-plates.ts';
import { type PreviewView, RESTING_SIDE } from '#web/editor/stage/preview-plan.ts';
import { fetchPreview, type Picture } from '#web/editor/stage/use-preview.ts';

/** The source of the panel's photos and target of the user's edits: a batch, or the page for trying. */
export interface PhotoSource {
  thumbnail(photoId: string): string;
  /** The photo as it was taken. */
  picture(photoId: string): string;
  confirmPlates(plates: Confirmed): void;
  readCutout(photoId: string): Promise<SavedCutout>;
  /** Null when a newer request took its place. */
  makeCutout(photoId: string, hints: CutoutHints): Promise<Cutout | null>;
  mask(photoId: string, cutoutId: string): string;
  /** What a quick look sees until the first cut-out is made; missing where there is no such look. */
  sketch?(photoId: string): string;
  approveCutout(photoId: string, cutoutId: string): Promise<Cutout>;
  /** Approves many at once; missing, as the next two, where there never is more than one photo. */
  approveCutouts?(wanted: readonly Approval[]): Promise<void>;
  /** Takes approvals back: the cut-outs wait for the person again. */
  takeBackApprovals?(wanted: readonly Approval[]): Promise<void>;
  /** Returns a photo's file at screen size, as if everything that waits on it were approved. */
  showApproved?(view: Omit<PreviewView, 'facts'>, signal: AbortSignal): Promise<Picture>;
}

interface Approval {
  readonly photoId: string;
  readonly cutoutId: string;
}

/** Returns the source for a batch. `confirmPlates`: the draft's, so that it can be taken back. */
export function batchPhotos(batchId: string, confirmPlates: PhotoSource['confirmPlates']): PhotoSource {
  return {
    ...STORED,
    confirmPlates,
    showApproved: (view, signal) =>
      fetchPreview(batchId, { ...view, side: RESTING_SIDE, stage: 'after', approved: true }, signal),
  };
}

const STORED: Omit<PhotoSource, 'confirmPlates'> = {
  thumbnail: thumbnailUrl,
  picture: proxyUrl,
  mask: maskUrl,
  sketch: sketchUrl,
  readCutout: (photoId) => call(readCutout, { params: { photoId } }),
  makeCutout: async (photoId, hints) =>
    (await call(makeCutout, { params: { photoId }, body: hintsBody(hints) })).cutout,
  approveCutout: async (photoId, cutoutId) =>
    (await call(approveCutout, { params: { photoId }, body: { cutoutId } })).cutout,
  approveCutouts: async (wanted) => {
    await call(approveCutouts, { body: { photos: [...wanted] } });
  },
  takeBackApprovals: async (wanted) => {
    await call(takeBackApprovals, { body: { photos: [...wanted] } });
  },
};

function hintsBody({ box, strokes }: CutoutHints) {
  return { box, strokes: strokes.map((stroke) => ({ ...stroke, points: [...stroke.points] })) };
}
