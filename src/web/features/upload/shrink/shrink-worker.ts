/** One photo at a time, away from the page: at most 2560 px on its longer side, upright, in sRGB, without what the camera wrote into it. */
import { readExif } from '#domain/photos/exif.ts';
import {
  HEAD_BYTES,
  isWebp,
  type PictureHead,
  pictureHead,
} from '#web/features/upload/shrink/picture-head.ts';
import type { ShrunkPhoto } from '#web/features/upload/shrink/shrink-photo.ts';

const LONGER_SIDE = 2560;
const QUALITY = 0.9;
/** Four bytes a pixel while it is decoded: more than a phone should be asked for. */
const MOST_PIXELS = 52_000_000;

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  const answer = await shrinkFile(data).catch(() => null);
  self.postMessage(answer);
};

/** Null when it is uploaded as it is. */
async function shrinkFile(file: Blob): Promise<ShrunkPhoto | null> {
  const head = await readPictureHead(file);
  if (head === null || head.width * head.height > MOST_PIXELS) return null;
  if (Math.max(head.width, head.height) <= LONGER_SIDE || !canvasIsTrue()) return null;
  const picture = await createImageBitmap(file);
  const longer = Math.max(picture.width, picture.height);
  if (longer < LONGER_SIDE) return null;
  const side = (length: number) => Math.max(1, Math.round((length * LONGER_SIDE) / longer));
  const { canvas, context } = createCanvas(side(picture.width), side(picture.height));
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  if (blob.type !== 'image/jpeg' || blob.size >= file.size) return null;
  return { blob, takenAt: readExif(head.exif, head.xmp).takenAt };
}

async function readPictureHead(file: Blob): Promise<PictureHead | null> {
  const bytes = (blob: Blob) => blob.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  const start = await bytes(file.slice(0, HEAD_BYTES));
  return pictureHead(isWebp(start) ? await bytes(file) : start);
}

/** Drawn without the graphics card, so that the same photo gives the same bytes each time. */
function createCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  return { canvas, context };
}

/** Browsers that hide from trackers may give back noise for what was drawn. */
function canvasIsTrue(): boolean {
  const { context } = createCanvas(8, 8);
  context.fillStyle = 'rgb(40 120 200)';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, i) => Math.abs(value - ([40, 120, 200, 255][i % 4] ?? 0)) <= 2);
}
