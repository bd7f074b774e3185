import type { Cutout } from '#contract/photos.ts';
import { approveCutout, approveCutouts, makeCutout, readCutout } from '#contract/photos.ts';
import type { CutoutHints } from '#domain/recipes/cutout.ts';
import { call } from '#web/api/call.ts';
import { maskUrl, proxyUrl, thumbnailUrl } from '#web/api/file-urls.ts';
import type { SavedCutout } from '#web/editor/cutout/runner.ts';
import type { Confirmed } from '#web/editor/panel/plates/use-plates.ts';

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
  approveCutout(photoId: string, cutoutId: string): Promise<Cutout>;
  /** Many at once; missing where there never is more than one photo. */
  approveCutouts?(wanted: readonly { readonly photoId: string; readonly cutoutId: string }[]): Promise<void>;
}

/** `confirmPlates`: so that it can be taken back. */
export function batchPhotos(confirmPlates: PhotoSource['confirmPlates']): PhotoSource {
  return { ...STORED, confirmPlates };
}

const STORED: Omit<PhotoSource, 'confirmPlates'> = {
  thumbnail: thumbnailUrl,
  picture: proxyUrl,
  mask: maskUrl,
  readCutout: (photoId) => call(readCutout, { params: { photoId } }),
  makeCutout: async (photoId, hints) =>
    (await call(makeCutout, { params: { photoId }, body: hintsBody(hints) })).cutout,
  approveCutout: async (photoId, cutoutId) =>
    (await call(approveCutout, { params: { photoId }, body: { cutoutId } })).cutout,
  approveCutouts: async (wanted) => {
    await call(approveCutouts, { body: { photos: [...wanted] } });
  },
};

function hintsBody({ box, strokes }: CutoutHints) {
  return { box, strokes: strokes.map((stroke) => ({ ...stroke, points: [...stroke.points] })) };
}
