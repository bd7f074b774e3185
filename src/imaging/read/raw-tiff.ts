import { firstDirectory, openTiff } from '#domain/photos/tiff-fields.ts';

const SUB_DIRECTORIES = 0x014a;
const MAKE = 0x010f;
const DNG_VERSION = 0xc612;

/** CR2, DNG, NEF and ARW are TIFF inside: a camera that wrote its name and keeps the picture in sub-directories wrote a raw file. */
export function isRawTiff(head: Uint8Array): boolean {
  if (head[8] === 0x43 && head[9] === 0x52) return true;
  const tiff = openTiff(head);
  if (tiff === null) return false;
  const tags = new Set(firstDirectory(tiff).map((field) => field.tag));
  return tags.has(DNG_VERSION) || (tags.has(MAKE) && tags.has(SUB_DIRECTORIES));
}
