/** The three things read from EXIF: how to turn the photo, when it was taken (order of the batch) and whether it tells where. */
import { captureTime, exifTimes, NO_TIMES, xmpTimes } from '#domain/photos/capture-time.ts';
import {
  fieldNumber,
  fieldsAt,
  firstDirectory,
  openTiff,
  type Tiff,
  type TiffField,
} from '#domain/photos/tiff-fields.ts';

const EXIF_DIRECTORY = 0x8769;
const GPS_DIRECTORY = 0x8825;
const ORIENTATION = 0x0112;
const LATITUDE = 2;
const RATIONAL = 5;

export interface ExifFacts {
  readonly takenAt: string | null;
  readonly hasGps: boolean;
}

/** `xmp`: the packet beside it, which tells a time where EXIF has none. */
export function readExif(block: Uint8Array | undefined, xmp = ''): ExifFacts {
  const tiff = block === undefined ? null : openExifTiff(block);
  if (tiff === null) return { takenAt: captureTime(NO_TIMES, xmpTimes(xmp)), hasGps: false };
  const first = firstDirectory(tiff);
  const exif = fieldsAt(tiff, fieldNumber(tiff, withTag(first, EXIF_DIRECTORY)));
  const gps = fieldsAt(tiff, fieldNumber(tiff, withTag(first, GPS_DIRECTORY)));
  return {
    takenAt: captureTime(exifTimes(tiff, exif), xmpTimes(xmp)),
    hasGps: saysWhere(tiff, withTag(gps, LATITUDE)),
  };
}

/** 1–8 as EXIF counts them; 1, upright, when there is none. */
export function readOrientation(block: Uint8Array): number {
  const tiff = openExifTiff(block);
  const value = tiff === null ? 1 : fieldNumber(tiff, withTag(firstDirectory(tiff), ORIENTATION));
  return value >= 1 && value <= 8 ? value : 1;
}

/** The TIFF of an EXIF block, with or without the six bytes that may stand before it; null when there is none. */
export function openExifTiff(block: Uint8Array): Tiff | null {
  const start = String.fromCharCode(...block.subarray(0, 6));
  return openTiff(start === 'Exif\0\0' ? block.subarray(6) : block);
}

function withTag(fields: readonly TiffField[], tag: number): TiffField | undefined {
  return fields.find((field) => field.tag === tag);
}

/** Cameras without a fix write the GPS block with empty fractions (0/0). */
function saysWhere({ view, little }: Tiff, latitude: TiffField | undefined): boolean {
  if (latitude === undefined || latitude.type !== RATIONAL) return false;
  for (let i = 0; i < Math.min(latitude.count, 3); i++) {
    const at = latitude.at + i * 8;
    if (view.getUint32(at, little) !== 0 && view.getUint32(at + 4, little) !== 0) return true;
  }
  return false;
}
