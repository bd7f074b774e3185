import * as z from 'zod/mini';
import { box, point, quad } from '#contract/recipes/recipes.ts';
import { defineRoute } from '#contract/route.ts';
import { shotKey, shotKind } from '#contract/shots/shot-lists.ts';
import { batchId, cutoutId, instant, photoId } from '#contract/wire.ts';
import { PHOTO_STATES } from '#domain/photos/limits.ts';
import {
  CUTOUT_ENGINES,
  isWithinBounds,
  MOST_DRAWN,
  MOST_POINTS,
  MOST_STROKES,
} from '#domain/recipes/cutout.ts';
import { MOST_PLATES } from '#domain/recipes/plates.ts';

/** A cut-out of a photo. Its mask: /api/photos/{id}/mask?cutout={id}. Used only when sure or approved. */
export const cutout = z.object({
  id: cutoutId,
  engine: z.enum(CUTOUT_ENGINES),
  confidence: z.number(),
  sure: z.boolean(),
  approved: z.boolean(),
  /** Box around the object; null when none was found. */
  subject: z.nullable(box),
  /** The object came in pieces, or so little of it that it may be none; missing in older cut-outs. */
  broken: z.optional(z.boolean()),
});
export type Cutout = z.infer<typeof cutout>;

const stroke = z.strictObject({
  kind: z.enum(['keep', 'remove']),
  radius: z.number().check(z.minimum(0.002), z.maximum(0.25)),
  points: z.array(point).check(z.minLength(1), z.maxLength(MOST_POINTS)),
});
const strokes = z.array(stroke).check(z.maxLength(MOST_STROKES));
export const hints = z.strictObject({
  box: z.nullable(box),
  strokes: strokes.check(z.refine(isWithinBounds)),
});
const drawnCutout = z.object({ ...cutout.shape, box: z.nullable(box), strokes });
/** Body limit: room for the most points accepted, however long their numbers. */
export const HINTS_BYTES = MOST_DRAWN * 60 + MOST_STROKES * 200;

/** A photo as lists show it. Thumbnail: /api/photos/{id}/thumbnail, proxy of 1600 px: /api/photos/{id}/proxy. */
export const photo = z.object({
  id: photoId,
  name: z.string(),
  state: z.enum(PHOTO_STATES),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** ThumbHash, base64. */
  thumbhash: z.nullable(z.string()),
  takenAt: z.nullable(z.string()),
  /** Folder that it was picked from, „produse/SKU-1001”; missing without one. */
  folder: z.optional(z.string()),
  /** True for a photo that a phone added by a link; missing otherwise. */
  fromPhone: z.optional(z.boolean()),
  /** Key of the guided shot that it is, in the list of its lot; missing otherwise. */
  shot: z.optional(z.string()),
  createdAt: instant,
  trashedAt: z.nullable(instant),
  /** The photo and its results are kept until then; in the trash, until its 30 days are over. */
  keepUntil: z.nullable(instant),
  /** Days before keepUntil from which the page warns. */
  keepWarning: z.nullable(z.literal([7, 1])),
  hasGps: z.boolean(),
  /** Measurements from preparing the photo; a null figure was never measured. */
  signs: z.nullable(
    z.object({
      /** Clockwise degrees that level it. */
      tilt: z.nullable(z.number()),
      sharpness: z.nullable(z.number()),
      /** Shares of black and of blown-out pixels. */
      black: z.nullable(z.number()),
      white: z.nullable(z.number()),
      dhash: z.nullable(z.string()),
      /** Box of what stands out from the photo's edges; null where nothing does, missing where it was not read. */
      matter: z.optional(z.nullable(box)),
      /** Its own estimated white balance: gains of R, G and B. */
      balance: z.nullable(z.tuple([z.number(), z.number(), z.number()])),
    }),
  ),
  /** Licence plates as the user confirmed them, on the upright photo; null until then. */
  plates: z.nullable(z.array(quad)),
  /** Plates that the engine found; null when it has not looked. */
  plateSuggestions: z.nullable(z.array(quad)),
  /** The suggestions of which it is sure; missing where it did not say. */
  surePlates: z.optional(z.array(quad)),
  /** Why it was refused: an error code and its Romanian sentence. */
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** The photo that this upload is a copy of. */
  duplicateOf: z.nullable(photoId),
  /** The cut-out, in use once it is sure or approved; null when none was made. */
  cutout: z.nullable(cutout),
  /** True when its object could not be found; another request tries again. */
  cutoutFailed: z.boolean(),
});
export type Photo = z.infer<typeof photo>;

export const listPhotos = defineRoute({
  method: 'GET',
  path: '/api/photos',
  access: 'user',
  summary: 'Own photos, newest first; `trash=1` lists the trash, `logos=1` the logos. 500 a page',
  query: z.object({
    trash: z.optional(z.enum(['0', '1'])),
    logos: z.optional(z.enum(['0', '1'])),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  out: z.object({ photos: z.array(photo), total: z.int(), nextCursor: z.nullable(z.string()) }),
});

export const takePicture = defineRoute({
  method: 'POST',
  path: '/api/photos',
  access: 'user',
  takes: 'picture',
  summary:
    'A picture that recipes need (a logo, a background): a photo of no lot, ready when this answers; of a copy the one that is here',
  query: z.object({
    name: z.optional(z.string()),
    /** PNG of a JPEG without its white background or of a drawn SVG, kept apart from photos. */
    as: z.optional(z.enum(['logo'])),
  }),
  out: z.object({ photoId }),
});

const ids = z.strictObject({ photoIds: z.array(photoId).check(z.minLength(1), z.maxLength(500)) });

export const trashPhotos = defineRoute({
  method: 'POST',
  path: '/api/photos/trash',
  access: 'user',
  edits: true,
  summary: 'Moves own photos to the trash for 30 days; waiting ones leave their run unpaid',
  body: ids,
  out: z.object({ photoIds: z.array(photoId) }),
});

export const restorePhotos = defineRoute({
  method: 'POST',
  path: '/api/photos/restore',
  access: 'user',
  edits: true,
  summary: 'Takes own photos out of the trash',
  body: ids,
  out: z.object({ photoIds: z.array(photoId) }),
});

export const purgePhotos = defineRoute({
  method: 'POST',
  path: '/api/photos/purge',
  access: 'user',
  edits: true,
  summary:
    'Deletes own photos of the trash for good, with their results; what a run needs stays. Answers which are gone',
  body: ids,
  out: z.object({ photoIds: z.array(photoId) }),
});

export const confirmPlates = defineRoute({
  method: 'POST',
  path: '/api/photos/plates',
  access: 'user',
  edits: true,
  summary: 'The licence plates of own photos, whole lists; null means that they were never looked at',
  body: z.strictObject({
    photos: z
      .array(
        z.strictObject({
          photoId,
          plates: z.nullable(z.array(quad).check(z.maxLength(MOST_PLATES))),
        }),
      )
      .check(z.minLength(1), z.maxLength(300)),
  }),
  out: z.object({ photoIds: z.array(photoId) }),
});

const one = z.object({ photoId });

export const photoThumbnail = defineRoute({
  method: 'GET',
  path: '/api/photos/{photoId}/thumbnail',
  access: 'user',
  summary: 'WebP, 400 px',
  params: one,
});

export const photoProxy = defineRoute({
  method: 'GET',
  path: '/api/photos/{photoId}/proxy',
  access: 'user',
  summary: 'JPEG, 1600 px',
  params: one,
});

export const photoOriginal = defineRoute({
  method: 'GET',
  path: '/api/photos/{photoId}/original',
  access: 'user',
  summary: 'The upload as it came, as an attachment',
  params: one,
});

export const photoMask = defineRoute({
  method: 'GET',
  path: '/api/photos/{photoId}/mask',
  access: 'user',
  summary: 'Mask of a cut-out of the photo (the newest unless named): 8-bit grey PNG, white is the object',
  params: one,
  query: z.object({ cutout: z.optional(cutoutId) }),
});

export const readCutout = defineRoute({
  method: 'GET',
  path: '/api/photos/{photoId}/cutout',
  access: 'user',
  summary:
    'The newest cut-out with the box and strokes it was made from; null when there is none. `kept`: the one that counts while the newest waits to be taken',
  params: one,
  out: z.object({ cutout: z.nullable(drawnCutout), kept: z.nullable(drawnCutout) }),
});

export const makeCutout = defineRoute({
  method: 'POST',
  path: '/api/photos/{photoId}/cutout',
  access: 'user',
  summary:
    'Cuts the object out again: from a box and strokes, or by the engine alone; null when a newer request took its place. Over a good one it waits for /approve; what the good one was made from brings that back',
  params: one,
  body: hints,
  mostBytes: HINTS_BYTES,
  out: z.object({ cutout: z.nullable(cutout) }),
});

export const photoSketch = defineRoute({
  method: 'GET',
  path: '/api/photos/{photoId}/sketch',
  access: 'user',
  summary:
    'What the small model alone sees of a photo that has no cut-out yet, to be shown until that is made: 8-bit grey PNG, white is the object; 204 where there is none. Nothing keeps or uses it',
  params: one,
});

export const approveCutout = defineRoute({
  method: 'POST',
  path: '/api/photos/{photoId}/cutout/approve',
  access: 'user',
  summary: 'The person looked at the cut-out and takes it as it is',
  params: one,
  body: z.strictObject({ cutoutId }),
  out: z.object({ cutout }),
});

export const approveCutouts = defineRoute({
  method: 'POST',
  path: '/api/photos/cutouts/approve',
  access: 'user',
  edits: true,
  summary:
    'The person looked at the cut-outs of many own photos at once. Answers whose counts now: one that was replaced meanwhile, or is empty, stays as it was',
  body: z.strictObject({
    photos: z.array(z.strictObject({ photoId, cutoutId })).check(z.minLength(1), z.maxLength(300)),
  }),
  out: z.object({ photoIds: z.array(photoId) }),
});

export const takeBackApprovals = defineRoute({
  method: 'POST',
  path: '/api/photos/cutouts/withdraw',
  access: 'user',
  edits: true,
  summary:
    'Approvals of cut-outs of many own photos are taken back: they wait for the person again. Answers whose',
  body: z.strictObject({
    photos: z.array(z.strictObject({ photoId, cutoutId })).check(z.minLength(1), z.maxLength(300)),
  }),
  out: z.object({ photoIds: z.array(photoId) }),
});

/**
 * Resumable upload, tus 1.0 at /api/uploads. Upload-Metadata: `name` (file name; a long one is shortened), `batchId` (optional: the batch
 * to join), `takenAt` (optional: when the device knows it), `folder` (optional: where it was picked from), `key` (optional: an upload
 * announced again with its key is the same one), `shot` and `shotKind` (optional: the guided shot that it is). The upload's id is the
 * photo's id.
 */
export const uploadMetadata = z.object({
  name: z.optional(z.string()),
  batchId: z.optional(batchId),
  takenAt: z.optional(z.string().check(z.maxLength(40))),
  folder: z.optional(z.string().check(z.maxLength(2000))),
  key: z.optional(z.string().check(z.maxLength(80), z.regex(/^\P{Cc}*$/u))),
  shot: z.optional(shotKey),
  shotKind: z.optional(shotKind),
});
export const UPLOADS_PATH = '/api/uploads';
/** Page into which photos are shared, as the manifest names it. Its query `shared` holds how many found no room, or SHARE_LOST. */
export const SHARE_PATH = '/upload';
export const SHARE_LOST = 'lost';
