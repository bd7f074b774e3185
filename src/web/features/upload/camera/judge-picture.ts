import { type Fault, listFaults } from '#domain/photos/faults.ts';
import {
  measureExtremes,
  measureSharpness,
  SHARPNESS_SIDE,
  samplePixels,
  toGrey,
} from '#domain/photos/quality.ts';
import { shrinkGrey } from '#web/features/upload/camera/shrink-grey.ts';

/** Longest side of what is looked at while the camera runs: shares of light need no more. */
const LIVE_SIDE = 256;
/** Longest side of the pixels that are read of a photo: those of the largest phones' would fill the memory. */
const MOST_SIDE = 4096;

interface Sized {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Returns what is wrong with a photo by the engine's own measures; nothing where this browser cannot read it. */
export async function judgePhoto(photo: Blob): Promise<Fault[]> {
  const bitmap = await createImageBitmap(photo).catch(() => null);
  if (bitmap === null) return [];
  const picture = readPixels({ source: bitmap, width: bitmap.width, height: bitmap.height }, MOST_SIDE);
  bitmap.close();
  if (picture === null) return [];
  const sharpness = measureSharpness(shrinkGrey(toGrey(picture), SHARPNESS_SIDE));
  return listFaults({ sharpness, ...measureExtremes(samplePixels(picture)) });
}

/** Returns what is wrong with the light before the camera. */
export function judgeLight(video: HTMLVideoElement): Fault[] {
  const { videoWidth: width, videoHeight: height } = video;
  const picture = width > 0 ? readPixels({ source: video, width, height }, LIVE_SIDE) : null;
  if (picture === null) return [];
  return listFaults({ sharpness: null, ...measureExtremes(samplePixels(picture)) });
}

function readPixels({ source, width, height }: Sized, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height, channels: 4 as const };
}
