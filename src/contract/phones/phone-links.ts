import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant, nothing } from '#contract/wire.ts';

const phoneLinkId = z.string().check(z.regex(/^phl_[a-z0-9]{20,32}$/));

/** The document that a phone opens; the key of the link stands in its fragment, which no server sees. */
export const PHONE_PAGE = '/t';
/** Resumable uploads (tus 1.0) of phones: `name` and `key` as at /api/uploads; the link says the lot. */
export const PHONE_UPLOADS_PATH = '/api/phone/uploads';

/** A link by which a phone adds photos to one lot. */
export const phoneLink = z.object({
  id: phoneLinkId,
  createdAt: instant,
  endsAt: instant,
  /** Browser that opened it last, in plain words; null: none yet. */
  device: z.nullable(z.string()),
  /** Photos that came by it. */
  photos: z.int(),
});

const one = z.object({ batchId });

export const readPhoneLink = defineRoute({
  method: 'GET',
  path: '/api/batches/{batchId}/phone-link',
  access: 'user',
  summary: 'The link by which a phone may add photos to the lot now; null when there is none',
  params: one,
  out: z.object({ link: z.nullable(phoneLink) }),
});

export const makePhoneLink = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/phone-link',
  access: 'user',
  event: 'phone-link-made',
  summary:
    'A link for 30 minutes by which a phone adds photos to the lot without signing in; the one before it ends. Only this answer has its key',
  params: one,
  out: z.object({ key: z.string(), link: phoneLink }),
});

export const endPhoneLink = defineRoute({
  method: 'DELETE',
  path: '/api/phone-links/{phoneLinkId}',
  access: 'user',
  event: 'phone-link-ended',
  summary: 'Ends an own link; uploads that have begun may finish within ten minutes',
  params: z.object({ phoneLinkId }),
  out: nothing,
});

const openLot = z.object({
  endsAt: instant,
  /** Photos that may still come by the link. */
  places: z.int(),
});

export const openPhoneLink = defineRoute({
  method: 'POST',
  path: '/api/phone/open',
  access: 'public',
  event: 'phone-link-opened',
  summary:
    'Exchanges a link’s key for a cookie that may announce and send photos to its lot, and nothing else',
  body: z.strictObject({ key: z.string().check(z.maxLength(100)) }),
  out: openLot,
});

export const readPhoneLot = defineRoute({
  method: 'GET',
  path: '/api/phone/lot',
  access: 'phone',
  summary: 'Until when this phone may add photos, and how many',
  out: openLot,
});
