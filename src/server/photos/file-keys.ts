/** Keys of a photo's files. */
export function originalKey(photoId: string): string {
  return `originals/${photoId}`;
}
/** The small copy of a photo or of a result. */
export function thumbnailKey(id: string): string {
  return `thumbnails/${id}.webp`;
}
export function proxyKey(photoId: string): string {
  return `proxies/${photoId}.jpg`;
}
/** The mask of a cut-out. */
export function maskKey(cutoutId: string): string {
  return `masks/${cutoutId}.png`;
}
/** Keys of a test picture and of the copy that previews are made from. */
export function trialKeys(imageId: string): [source: string, proxy: string] {
  return [`trials/${imageId}`, `trials/${imageId}.jpg`];
}
/** Key of an invoice's file. */
export function invoiceKey(invoiceId: string, kind: 'pdf' | 'xml'): string {
  return `invoices/${invoiceId}.${kind}`;
}
/** Key of a document as ANAF signed it. */
export function signedKey(invoiceId: string): string {
  return `invoices/${invoiceId}.zip`;
}
/** Key of a file of the page, by its name in a build. */
export function webKey(file: string): string {
  return `web/${file}`;
}
/** Key of the picture behind a public address. */
export function publicPictureKey(pictureId: string): string {
  return `pictures/${pictureId}.jpg`;
}
export function trialMaskKey(cutoutId: string): string {
  return `trials/${cutoutId}.png`;
}
/** Keys of a result's file and its small copy, which results of earlier versions don't have. */
export function resultKeys({ id, file_key }: { id: string; file_key: string }): string[] {
  return [file_key, thumbnailKey(id)];
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
  'trials',
  'invoices',
  'pictures',
  'web',
] as const;
export type FileFolder = (typeof FILE_FOLDERS)[number];
