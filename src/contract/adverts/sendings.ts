import * as z from 'zod/mini';
import { connectionId } from '#contract/adverts/connections.ts';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant, photoId, resultId } from '#contract/wire.ts';
import { ADVERT_STATES } from '#domain/adverts/advert.ts';
import {
  COVER_CHECKS,
  MOST_SENT,
  REACHES,
  SENDING_FAILURES,
  SENDING_STATES,
} from '#domain/adverts/sending.ts';
import { SITES } from '#domain/adverts/sites.ts';

const sendingId = z.string().check(z.regex(/^snd_[a-z0-9]{20,32}$/));
const formerId = z.string().check(z.regex(/^pic_[a-z0-9]{20,32}$/));
/** Sites number their adverts. */
const advertId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

const advertFacts = {
  id: z.string(),
  title: z.string(),
  /** Its page at the site. */
  url: z.string(),
  state: z.enum(ADVERT_STATES),
  /** The site's own word. */
  rawState: z.string(),
  price: z.nullable(z.object({ value: z.number(), currency: z.string() })),
  /** True where another site gives this advert its pictures. */
  isExported: z.boolean(),
  /** A shop's own code of the product (SKU). */
  code: z.optional(z.string()),
};

/** An own advert in a list; `cover` is an address of ours, null where it has no picture. */
const listedAdvert = z.object({ ...advertFacts, cover: z.nullable(z.string()), pictures: z.int() });
export type ListedAdvert = z.infer<typeof listedAdvert>;

export const listAdverts = defineRoute({
  method: 'GET',
  path: '/api/adverts/connections/{connectionId}/adverts',
  access: 'user',
  summary: 'Own adverts of a linked account, as the site lists them',
  params: z.object({ connectionId }),
  query: z.object({
    offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
    /** Words or a code (SKU) that the site itself looks for; `offset` does not count then. Only where the site does so. */
    search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  }),
  out: z.object({ adverts: z.array(listedAdvert), isLast: z.boolean() }),
});

export const readAdvert = defineRoute({
  method: 'GET',
  path: '/api/adverts/connections/{connectionId}/adverts/{advertId}',
  access: 'user',
  summary: 'An own advert as it is now, with what a sending must name',
  params: z.object({ connectionId, advertId }),
  out: z.object({
    /** Addresses of ours, in order, the cover first. */
    advert: z.object({ ...advertFacts, pictures: z.array(z.string()) }),
    /** Most pictures that its category takes. */
    mostPictures: z.int(),
    /** Stands for the advert as it was read; a sending of it is refused once the advert is another. */
    seen: z.string(),
    reach: z.enum(REACHES),
  }),
});
export type ReadAdvert = z.infer<(typeof readAdvert)['out']>;

export const sitePicture = defineRoute({
  method: 'GET',
  path: '/api/adverts/connections/{connectionId}/picture',
  access: 'user',
  summary: 'A picture of an own advert, fetched from the site',
  params: z.object({ connectionId }),
  query: z.object({ name: z.string().check(z.maxLength(1500)) }),
});

export const formerPicture = defineRoute({
  method: 'GET',
  path: '/api/adverts/former-pictures/{formerId}',
  access: 'user',
  summary: 'A picture that an own advert had before a sending',
  params: z.object({ formerId }),
});

/** A file of the lot, a former picture, or a picture of the advert as it is, by its place. */
const sentPicture = z.union([
  z.strictObject({ result: resultId }),
  z.strictObject({ former: formerId }),
  z.strictObject({ kept: z.int().check(z.minimum(0), z.maximum(100)) }),
]);
export type SentPicture = z.infer<typeof sentPicture>;

const sending = z.object({
  id: sendingId,
  /** Null once the lot is gone. */
  batchId: z.nullable(batchId),
  /** Null once the account is unlinked. */
  connectionId: z.nullable(connectionId),
  site: z.enum(SITES),
  seller: z.string(),
  /** Title and address are empty until the advert was read. */
  advert: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  state: z.enum(SENDING_STATES),
  failure: z.nullable(
    z.object({
      code: z.enum(SENDING_FAILURES),
      /** The site's own sentence; empty where it gave none. */
      detail: z.string(),
      fields: z.array(z.object({ field: z.string(), detail: z.string() })),
    }),
  ),
  /** When a waiting one is tried again. */
  retryAt: z.nullable(instant),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** All that were sent, in order, the cover first. `fetched`: the site's first whole fetch of it, else its last. */
  pictures: z.array(
    z.object({
      source: sentPicture,
      /** Of a file of the lot; null: of none, or not known any more. */
      photoId: z.nullable(photoId),
      /** The site's words for leaving it out, empty where it gave none; null: it did not. */
      refused: z.nullable(z.string()),
      fetched: z.nullable(z.object({ at: instant, isWhole: z.boolean() })),
    }),
  ),
  /** Pictures that the site says the advert has since; null before it answered. */
  taken: z.nullable(z.int()),
  cover: z.nullable(z.enum(COVER_CHECKS)),
  /** The advert at the site when it was last read since. */
  after: z.nullable(
    z.object({ state: z.enum(ADVERT_STATES), rawState: z.string(), reason: z.nullable(z.string()) }),
  ),
  /** Pictures that the advert had before, in order; empty once they are gone. */
  former: z.array(formerId),
  /** Until when the former pictures can be put back; null: they cannot. */
  undoUntil: z.nullable(instant),
  /** The sending whose former pictures it puts back; null: none, or not known any more. */
  undoes: z.nullable(sendingId),
  /** The sending whose pictures the advert had before, by their looks; null: it had others, or it is not known. */
  follows: z.nullable(sendingId),
});
export type Sending = z.infer<typeof sending>;

export const listSendings = defineRoute({
  method: 'GET',
  path: '/api/adverts/sendings',
  access: 'user',
  summary: 'Sendings of a lot’s pictures, the newest first',
  query: z.object({ batchId }),
  out: z.object({ sendings: z.array(sending) }),
});

export const readSending = defineRoute({
  method: 'GET',
  path: '/api/adverts/sendings/{sendingId}',
  access: 'user',
  summary: 'One sending, and what the site has fetched of it',
  params: z.object({ sendingId }),
  out: sending,
});

export const beginSending = defineRoute({
  method: 'POST',
  path: '/api/adverts/sendings',
  access: 'user',
  event: 'advert-sending-begun',
  edits: true,
  summary: 'Puts pictures into an own advert in place of those that it has; needs an Idempotency-Key',
  body: z.strictObject({
    batchId,
    connectionId,
    advertId,
    /** As `readAdvert` gave it. */
    seen: z.string().check(z.maxLength(100)),
    /** All pictures that the advert has afterwards, in order. */
    pictures: z.array(sentPicture).check(
      z.minLength(1),
      z.maxLength(MOST_SENT),
      z.refine((pictures) => new Set(pictures.map((each) => JSON.stringify(each))).size === pictures.length),
    ),
    /** True: sent although a former picture could not be copied. */
    withoutUndo: z.optional(z.boolean()),
  }),
  out: sending,
});

export const stopSending = defineRoute({
  method: 'POST',
  path: '/api/adverts/sendings/{sendingId}/stop',
  access: 'user',
  event: 'advert-sending-stopped',
  edits: true,
  summary: 'Gives up a sending that is not with the site yet',
  params: z.object({ sendingId }),
  out: sending,
});
