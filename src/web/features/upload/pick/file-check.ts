import { errorSentence } from '#domain/language/error-sentences.ts';
import { MAX_PHOTO_BYTES } from '#domain/photos/limits.ts';

/** Files in photo folders that are not meant for upload. */
const FOLDER_LITTER = /^(\.|thumbs\.db$|desktop\.ini$)|\.(txt|xml|json|ini|db|xmp|aae|thm|lrv|html?)$/i;

/** Returns the sentence for a file that is refused at once; null when it is not. */
export function immediateRefusal(bytes: number): string | null {
  if (bytes === 0) return errorSentence('photos/empty');
  if (bytes > MAX_PHOTO_BYTES) return errorSentence('photos/too-large-file', { limit: MAX_PHOTO_BYTES });
  return null;
}

/** Leaves out a folder's litter. Files picked one by one all stay, so that a wrong one is refused by name. */
export function worthSending<F extends { readonly name: string }>(
  files: readonly F[],
  fromFolder: boolean,
): F[] {
  return fromFolder ? files.filter(({ name }) => !FOLDER_LITTER.test(name)) : [...files];
}

/** True for an archive, which is opened in the browser. */
export function isZip({ name }: { readonly name: string }): boolean {
  return /\.zip$/i.test(name);
}

const OTHER_KINDS =
  /\.(pdf|docx?|xlsx?|pptx?|odt|rtf|csv|txt|zip|rar|7z|mp4|mov|avi|mkv|mp3|gif|svg|tiff?|psd|cr[23]|nef|arw|dng)$/i;

/** True when the name may be a photo's, for counting photos to come. Only the server decides, by content. */
export function isLikelyPhoto(name: string): boolean {
  return !OTHER_KINDS.test(name);
}

/** True for the same file, as far as can be told without reading it. */
export function isSameFile(a: FileTraits, b: FileTraits): boolean {
  const inOther = a.folder !== undefined && b.folder !== undefined && a.folder !== b.folder;
  return a.name === b.name && a.bytes === b.bytes && a.lastModified === b.lastModified && !inOther;
}

export interface FileTraits {
  readonly name: string;
  readonly bytes: number;
  readonly lastModified: number;
  /** Folder that it was picked from; missing where it is not known. */
  readonly folder?: string;
}
