import { errorSentence } from '#domain/language/error-sentences.ts';
import { MAX_PHOTO_BYTES } from '#domain/photos/limits.ts';

/** Things that lie in photo folders and that nobody meant to upload. */
const FOLDER_LITTER = /^(\.|thumbs\.db$|desktop\.ini$)|\.(txt|xml|json|ini|db|xmp|aae|thm|lrv|html?)$/i;

/** The sentence of a file that is refused at once, or null. */
export function refusalAtOnce(bytes: number): string | null {
  if (bytes === 0) return errorSentence('photos/empty');
  if (bytes > MAX_PHOTO_BYTES) return errorSentence('photos/too-large-file', { limit: MAX_PHOTO_BYTES });
  return null;
}

/** From a folder: everything but its litter. Files picked one by one are all taken, so that a wrong one is refused by name. */
export function worthSending<F extends { readonly name: string }>(
  files: readonly F[],
  fromFolder: boolean,
): F[] {
  return fromFolder ? files.filter(({ name }) => !FOLDER_LITTER.test(name)) : [...files];
}

const OTHER_KINDS =
  /\.(pdf|docx?|xlsx?|pptx?|odt|rtf|csv|txt|zip|rar|7z|mp4|mov|avi|mkv|mp3|gif|svg|tiff?|psd|cr[23]|nef|arw|dng)$/i;

/** Whether a file on its way is counted among the photos to come. Only the server decides, by content; a name can be wrong. */
export function isLikelyPhoto(name: string): boolean {
  return !OTHER_KINDS.test(name);
}

/** The same file, as far as can be told without reading it. */
export function isSameFile(a: FileTraits, b: FileTraits): boolean {
  return a.name === b.name && a.bytes === b.bytes && a.lastModified === b.lastModified;
}

export interface FileTraits {
  readonly name: string;
  readonly bytes: number;
  readonly lastModified: number;
}
