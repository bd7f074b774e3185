/** Where a photo's files lie. */
export function originalKey(photoId: string): string {
  return `originals/${photoId}`;
}
export function thumbnailKey(photoId: string): string {
  return `thumbnails/${photoId}.webp`;
}
export function proxyKey(photoId: string): string {
  return `proxies/${photoId}.jpg`;
}
/** The mask of a cut-out. */
export function maskKey(cutoutId: string): string {
  return `masks/${cutoutId}.png`;
}
export function photoKeys(photoId: string): string[] {
  return [originalKey(photoId), thumbnailKey(photoId), proxyKey(photoId)];
}

/** Every folder of stored files. */
export const FILE_FOLDERS = [
  'originals',
  'thumbnails',
  'proxies',
  'results',
  'masks',
  'exports',
  'users',
] as const;
