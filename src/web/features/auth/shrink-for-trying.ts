import { TRY_BYTES, TRY_SIDE } from '#domain/recipes/test-image.ts';

const QUALITIES = [0.9, 0.75, 0.5];

/** Returns the photo as a JPEG of at most 1,600 px and 5 MB, without what the camera wrote into it; null where this browser can't read it. */
export async function shrinkForTrying(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, TRY_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (blob !== null && blob.size <= TRY_BYTES) return blob;
  }
  return null;
}
