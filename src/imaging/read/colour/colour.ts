/** In which colours a photo's values are, and by which way they become sRGB. */
import { readFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { isAdobeRgb } from '#domain/photos/exif-colour.ts';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import type { HeifPicture } from '#imaging/heif/heif-picture.ts';
import { ADOBE_RGB_SOURCE, DISPLAY_P3, type Source, sourceOfCicp } from './gamut.ts';
import { classifyProfile } from './icc.ts';
import { readPngColour } from './png-colour.ts';

export interface Colour {
  /** Let sharp convert by the embedded profile while decoding (print profiles, camera profiles, grey). */
  readonly byProfile: boolean;
  /** Our own conversion after the resize; null when none is needed. */
  readonly gamut: Source | null;
  /** The profile to convert by after that: one that the decoder does not see. */
  readonly profile: Buffer | null;
}

interface Read {
  readonly source: string;
  readonly format: PhotoFormat;
  readonly meta: Metadata;
  /** The file's first bytes. */
  readonly head: Buffer;
  readonly exif: Uint8Array | undefined;
  /** Of a HEIF or AVIF. */
  readonly heif: HeifPicture | null;
}

export async function readColour(read: Read): Promise<Colour> {
  const { meta, heif, exif, format } = read;
  const isScreens = meta.space === 'srgb' || meta.space === 'rgb16';
  if (heif !== null) return colourOfHeif(heif, read, isScreens);
  const hasProfile = meta.icc !== undefined;
  const png = format === 'png' ? await pngColour(read, hasProfile) : null;
  if (png?.overProfile === true) return { byProfile: !isScreens, gamut: png.source, profile: null };
  const profile = classifyProfile(meta.icc);
  const own = format === 'png' ? (png?.source ?? null) : isAdobeRgb(exif) ? ADOBE_RGB_SOURCE : null;
  return {
    byProfile: profile === 'other' || !isScreens,
    gamut: profile === 'p3' ? DISPLAY_P3 : profile === 'none' && meta.space !== 'cmyk' ? own : null,
    profile: null,
  };
}

/** Of the whole file where text or a profile fills its start. */
async function pngColour({ head, source }: Read, hasProfile: boolean) {
  return readPngColour(head, hasProfile) ?? readPngColour(await readFile(source), hasProfile);
}

const SRGB = { primaries: 1, transfer: 13 };
const UNSPECIFIED = 2;

/** Without a profile. The container's word comes before the camera's. */
function sourceWithout(
  nclx: HeifPicture['nclx'],
  { isNarrow, isAdobe }: { isNarrow: boolean; isAdobe: boolean },
): Source | null {
  if (nclx !== null && nclx.primaries !== UNSPECIFIED) return sourceOfCicp({ ...nclx, isNarrow });
  return isAdobe
    ? ADOBE_RGB_SOURCE
    : sourceOfCicp({ ...SRGB, ...(nclx && { transfer: nclx.transfer }), isNarrow });
}

function colourOfHeif(
  { codec, icc, nclx, isGrey }: HeifPicture,
  { format, meta, exif }: Read,
  isScreens: boolean,
): Colour {
  const bytes = codec === null ? meta.icc : (icc ?? undefined);
  const profile = classifyProfile(bytes);
  // Decoders stretch the range of colours, but not of grey.
  const isNarrow = isGrey && nclx !== null && !nclx.isFullRange;
  const isSeen = format === 'avif' && !isNarrow && meta.icc?.equals(bytes ?? meta.icc) === true;
  const isOther = profile === 'other' && bytes !== undefined;
  return {
    byProfile: isOther ? isSeen : !isScreens,
    gamut:
      profile === 'p3'
        ? { ...DISPLAY_P3, isNarrow }
        : profile === 'none'
          ? sourceWithout(nclx, { isNarrow, isAdobe: isAdobeRgb(exif) })
          : sourceOfCicp({ ...SRGB, isNarrow }),
    profile: isOther && !isSeen ? bytes : null,
  };
}
