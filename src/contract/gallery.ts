import * as z from 'zod/mini';
import { photo } from '#contract/photos.ts';
import { defineRoute } from '#contract/route.ts';
import { batchId, nothing, photoId, resultId, zipId } from '#contract/wire.ts';
import { GALLERY_KINDS, GALLERY_SORTS, MOST_IN_ZIP, PHOTO_USES } from '#domain/photos/gallery.ts';

/** An original or one delivered file, as the gallery shows it. */
/** A day of a year between 1000 and 2999. */
const day = z.iso.date().check(z.regex(/^[12]/));

const galleryItem = z.object({
  ...z.pick(photo, {
    state: true,
    name: true,
    bytes: true,
    width: true,
    height: true,
    thumbhash: true,
    takenAt: true,
    createdAt: true,
    trashedAt: true,
    keepUntil: true,
    keepWarning: true,
    hasGps: true,
  }).shape,
  id: z.string(),
  photoId,
  /** Null for an original. */
  result: z.nullable(z.object({ outputKey: z.string(), suffix: z.string(), mediaType: z.string() })),
  /** The batches that hold it, newest first; a result's own batch. */
  lots: z.array(z.object({ id: batchId, number: z.int(), name: z.string() })),
  /** Labels of the outputs it was delivered in; a result's own. */
  outputs: z.array(z.string()),
});
export type GalleryItem = z.infer<typeof galleryItem>;

export const listGallery = defineRoute({
  method: 'GET',
  path: '/api/gallery',
  access: 'user',
  summary: 'Own originals, results or trash, searched, filtered and sorted; 150 first, then 500 a page',
  query: z.object({
    kind: z.optional(z.enum(GALLERY_KINDS)),
    /** Words of names of files, batches and outputs; diacritics and capitals do not matter. */
    q: z.optional(z.string().check(z.maxLength(100))),
    lot: z.optional(batchId),
    use: z.optional(z.enum(PHOTO_USES)),
    /** Its label. */
    output: z.optional(z.string().check(z.maxLength(80))),
    /** Days of Bucharest, both included. */
    from: z.optional(day),
    to: z.optional(day),
    sort: z.optional(z.enum(GALLERY_SORTS)),
    cursor: z.optional(z.string().check(z.maxLength(400))),
  }),
  out: z.object({
    items: z.array(galleryItem),
    /** Number of all items; only on the first page. */
    total: z.nullable(z.int()),
    nextCursor: z.nullable(z.string()),
  }),
});

export const listOutputs = defineRoute({
  method: 'GET',
  path: '/api/gallery/outputs',
  access: 'user',
  summary: 'Labels of the outputs that own results were delivered in',
  out: z.object({ outputs: z.array(z.string()) }),
});

export const renamePhoto = defineRoute({
  method: 'PATCH',
  path: '/api/photos/{photoId}',
  access: 'user',
  summary: 'Another name for an own photo; its ending stays',
  params: z.object({ photoId }),
  body: z.strictObject({ name: z.string().check(z.maxLength(200)) }),
  out: z.object({ name: z.string() }),
});

export const movePhotos = defineRoute({
  method: 'POST',
  path: '/api/photos/move',
  access: 'user',
  edits: true,
  summary: 'Puts own photos into an own lot; with `leave` they go out of all other lots',
  body: z.strictObject({
    photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(300)),
    batchId,
    leave: z.boolean(),
  }),
  out: nothing,
});

export const prepareZip = defineRoute({
  method: 'POST',
  path: '/api/zips',
  access: 'user',
  summary: 'Remembers chosen originals and results for a day, to be fetched as one ZIP',
  body: z.strictObject({
    photoIds: z.array(photoId).check(z.maxLength(MOST_IN_ZIP)),
    resultIds: z.array(resultId).check(z.maxLength(MOST_IN_ZIP)),
  }),
  out: z.object({ zipId, files: z.int() }),
});

/** Browsers do not show the words of a download that is refused: the page asks first. */
export const askDownload = defineRoute({
  method: 'POST',
  path: '/api/downloads',
  access: 'user',
  summary:
    'Answers once the person may begin one more download; refused with Retry-After after half a minute',
  out: nothing,
});

export const fetchZip = defineRoute({
  method: 'GET',
  path: '/api/zips/{zipId}',
  access: 'user',
  summary:
    'The chosen files, uncompressed: originals first, results in a folder per lot and output; exact length',
  params: z.object({ zipId }),
});
