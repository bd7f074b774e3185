/** GrabCut (Rother et al. 2004) by OpenCV: labels per pixel in, labels out. */
import { type OpenCv, withMats } from '#imaging/pixels/opencv.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import type { Mask } from './mask.ts';

/** OpenCV's own values. */
export const SURE_BACKGROUND = 0;
export const SURE_OBJECT = 1;
export const MAYBE_BACKGROUND = 2;
export const MAYBE_OBJECT = 3;

/**
 * Returns new labels; null where one of the two sides has no pixels to learn from. `labels`: one of the four per pixel; the picture has
 * three channels.
 */
export function grabCut(
  cv: OpenCv,
  picture: Raw,
  { labels, iterations }: { labels: Uint8Array; iterations: number },
): Mask | null {
  const { width, height } = picture;
  const object = labels.reduce((count, label) => count + (label & 1), 0);
  if (object === 0 || object === labels.length) return null;
  return withMats(cv, (keep) => {
    const pixels = keep(new cv.Mat(height, width, cv.CV_8UC3));
    pixels.data.set(picture.data);
    const mask = keep(new cv.Mat(height, width, cv.CV_8UC1));
    mask.data.set(labels);
    const [background, foreground] = [keep(new cv.Mat()), keep(new cv.Mat())];
    const nothing = { x: 0, y: 0, width: 1, height: 1 };
    cv.setRNGSeed(1);
    cv.grabCut(pixels, mask, nothing, background, foreground, iterations, cv.GC_INIT_WITH_MASK);
    return { data: mask.data.map((label) => (label & 1 ? 255 : 0)), width, height };
  });
}
