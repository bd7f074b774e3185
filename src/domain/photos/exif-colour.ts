/** Adobe RGB as cameras mark it (DCF): not by a profile but in their EXIF. */
import { openExifTiff } from '#domain/photos/exif.ts';
import {
  fieldNumber,
  fieldsAt,
  fieldText,
  firstDirectory,
  type TiffField,
} from '#domain/photos/tiff-fields.ts';

const EXIF_DIRECTORY = 0x8769;
const INTEROP_DIRECTORY = 0xa005;
const COLOUR_SPACE = 0xa001;
const INTEROP_INDEX = 1;
const SRGB = 1;
/** Outside the standard, but written by some cameras. */
const ADOBE_RGB = 2;

export function isAdobeRgb(block: Uint8Array | undefined): boolean {
  const tiff = block === undefined ? null : openExifTiff(block);
  if (tiff === null) return false;
  const directory = (fields: readonly TiffField[], tag: number) =>
    fieldsAt(tiff, fieldNumber(tiff, withTag(fields, tag)));
  const exif = directory(firstDirectory(tiff), EXIF_DIRECTORY);
  const space = fieldNumber(tiff, withTag(exif, COLOUR_SPACE));
  const index = fieldText(tiff, withTag(directory(exif, INTEROP_DIRECTORY), INTEROP_INDEX));
  return space === ADOBE_RGB || (space !== SRGB && index === 'R03');
}

const withTag = (fields: readonly TiffField[], tag: number) => fields.find((field) => field.tag === tag);
