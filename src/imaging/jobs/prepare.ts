/** Reads an upload once: its kind, its fingerprint, the two pictures for the screen and the numbers for the light. */
import { readExif } from '#domain/photos/exif.ts';
import { PROXY_SIDE, THUMBNAIL_SIDE } from '#domain/photos/limits.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { measureSigns } from '#imaging/analyse/inspect.ts';
import { computeThumbhash } from '#imaging/analyse/thumbhash.ts';
import { encodeProxy, encodeThumbnail } from '#imaging/deliver/encode.ts';
import type { PreparedPhoto, PrepareJob } from '#imaging/messages.ts';
import { flattenOnto } from '#imaging/pixels/raw.ts';
import { sha256OfFile, writeSynced } from '#imaging/pixels/write.ts';
import { asSuggested, findPlates } from '#imaging/plates/find-plates.ts';
import { decodePicture, fitWithin, sizeAt } from '#imaging/read/decode.ts';
import type { Header } from '#imaging/read/header.ts';

/** Writes thumbnail and proxy and returns what was read. Throws `photos/corrupt` when the photo does not decode. */
export async function buildPreparedPhoto(job: PrepareJob, header: Header): Promise<PreparedPhoto> {
  const sha256 = await sha256OfFile(job.source);
  const scale = Math.min(1, PROXY_SIDE / Math.max(header.width, header.height));
  const picture = await decodePicture(header, sizeAt(header, scale));
  await writeSynced(job.proxyPath, await encodeProxy(flattenOnto(picture, [255, 255, 255])));
  const small = await fitWithin(picture, THUMBNAIL_SIDE);
  await writeSynced(job.thumbnailPath, await encodeThumbnail(small));
  const { takenAt, hasGps } = readExif(header.exif, header.xmp);
  return {
    format: header.format,
    width: header.width,
    height: header.height,
    sha256,
    thumbhash: await computeThumbhash(small),
    takenAt,
    hasGps: hasGps || /GPSLatitude/.test(header.xmp),
    hasAlpha: header.hasAlpha,
    analysis: { ...measureTones(picture), ...(await measureSigns(picture)) },
    ...asSuggested(findPlates(picture)),
  };
}
