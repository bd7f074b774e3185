/** Makes the copy of a delivered file that other sites fetch: a baseline JPEG in sRGB within their limits, nothing else in the file. */
import { readFile } from 'node:fs/promises';
import { PUBLIC_BYTES, PUBLIC_SIDE } from '#domain/adverts/public-picture.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import { computeFingerprint } from '#imaging/analyse/fingerprint.ts';
import { encodeImage } from '#imaging/deliver/encode.ts';
import type { PublicPictureJob, WrittenPicture } from '#imaging/messages.ts';
import { flattenOnto } from '#imaging/pixels/raw.ts';
import { computeSha256, writeSynced } from '#imaging/pixels/write.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { segmentsOfJpeg } from '#imaging/read/exif-blocks.ts';
import type { Header } from '#imaging/read/header.ts';

/** Tried in order until the file is small enough; the last one is below the limit for any picture of that size. */
const QUALITIES = [92, 88, 82, 74, 60, 40];
const START_OF_SCAN = 0xda;
/** Baseline, sequential Huffman: the only frame that every program reads. */
const BASELINE = 0xc0;
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const PROFILE = 0xe2;
const COMMENT = 0xfe;

/** Writes the picture to `job.path`. Throws `photos/corrupt` when the source does not decode to its end. */
export async function makePublicPicture(job: PublicPictureJob, header: Header): Promise<WrittenPicture> {
  const size = sizeAt(header, Math.min(1, PUBLIC_SIDE / longSide(header)));
  // Decoded even where its bytes are kept: half a picture is never shown.
  const picture = flattenOnto(await decodePicture(header, size), [255, 255, 255]);
  const bytes = (await keptBytes(header)) ?? (await encodeWithin(picture));
  await writeSynced(job.path, bytes);
  const { width, height } = picture;
  const fingerprint = await computeFingerprint(picture);
  return { width, height, bytes: bytes.length, sha256: computeSha256(bytes), fingerprint };
}

/** Returns the file's own pixels without what else it says; null where they have to be encoded anew, which would cost quality. */
async function keptBytes({ source, format, width, height, exif }: Header): Promise<Buffer | null> {
  if (format !== 'jpeg' || Math.max(width, height) > PUBLIC_SIDE) return null;
  // A picture that is turned by its EXIF would lie without it.
  if (exif !== undefined) return null;
  const bytes = stripJpeg(await readFile(source));
  return bytes !== null && bytes.length <= PUBLIC_BYTES ? bytes : null;
}

/** Returns the JPEG without all segments that say more than its pixels and their colours; null for one that is not baseline. */
function stripJpeg(file: Buffer): Buffer | null {
  const parts = [file.subarray(0, 2)];
  for (const { marker, from, to } of segmentsOfJpeg(file)) {
    if (FRAMES.has(marker) && marker !== BASELINE) return null;
    const whole = file.subarray(from - 4, to);
    if (whole[0] !== 0xff || to > file.length) return null;
    if (marker === START_OF_SCAN) return Buffer.concat([...parts, file.subarray(from - 4)]);
    if (isKept(marker, file.subarray(from, to))) parts.push(whole);
  }
  return null;
}

function isKept(marker: number, body: Buffer): boolean {
  if (marker === PROFILE) return body.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  return marker !== COMMENT && (marker < 0xe0 || marker > 0xef || marker === 0xe0);
}

async function encodeWithin(picture: Parameters<typeof encodeImage>[0]): Promise<Buffer> {
  const [best = 92, ...lower] = QUALITIES;
  let bytes = await encodeImage(picture, 'jpeg', { quality: best });
  for (const quality of lower) {
    if (bytes.length <= PUBLIC_BYTES) break;
    bytes = await encodeImage(picture, 'jpeg', { quality });
  }
  return bytes;
}
