import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant, nothing, resultId } from '#contract/wire.ts';

const resultLinkId = z.string().check(z.regex(/^rlk_[a-z0-9]{20,32}$/));

/** The document that a phone opens to take results; the key of the link stands in its fragment, which no server sees. */
export const RESULTS_PAGE = '/r';

/** A link by which a phone reads the results of one lot. */
export const resultLink = z.object({
  id: resultLinkId,
  createdAt: instant,
  endsAt: instant,
  /** Browser that opened it last, in plain words; null: none yet. */
  device: z.nullable(z.string()),
});

const one = z.object({ batchId });

export const readResultLink = defineRoute({
  method: 'GET',
  path: '/api/batches/{batchId}/result-link',
  access: 'user',
  summary: 'The link by which a phone may read the lot’s results now; null when there is none',
  params: one,
  out: z.object({ link: z.nullable(resultLink) }),
});

export const makeResultLink = defineRoute({
  method: 'POST',
  path: '/api/batches/{batchId}/result-link',
  access: 'user',
  event: 'result-link-made',
  summary:
    'A link for 30 minutes by which a phone reads the lot’s results without signing in; the one before it ends. Only this answer has its key',
  params: one,
  out: z.object({ key: z.string(), link: resultLink }),
});

export const endResultLink = defineRoute({
  method: 'DELETE',
  path: '/api/result-links/{resultLinkId}',
  access: 'user',
  event: 'result-link-ended',
  summary: 'Ends an own link to results',
  params: z.object({ resultLinkId }),
  out: nothing,
});

const phoneResults = z.object({
  endsAt: instant,
  /** Photos whose files are still being made. */
  waiting: z.int(),
  /** Files by variant, photos in lot order. */
  variants: z.array(
    z.object({
      label: z.string(),
      files: z.array(z.object({ id: resultId, fileName: z.string(), bytes: z.int() })),
    }),
  ),
});

export const openResultLink = defineRoute({
  method: 'POST',
  path: '/api/phone-results/open',
  access: 'public',
  event: 'result-link-opened',
  summary: 'Exchanges a link’s key for a cookie that may read the results of its lot, and nothing else',
  body: z.strictObject({ key: z.string().check(z.maxLength(100)) }),
  out: phoneResults,
});

export const readPhoneResults = defineRoute({
  method: 'GET',
  path: '/api/phone-results',
  access: 'results',
  summary: 'The finished files of this phone’s lot, and how many photos are on their way',
  out: phoneResults,
});

export const phoneResultFile = defineRoute({
  method: 'GET',
  path: '/api/phone-results/{resultId}/file',
  access: 'results',
  summary: 'One finished file of this phone’s lot, as an attachment under its name',
  params: z.object({ resultId }),
});

export const phoneResultThumbnail = defineRoute({
  method: 'GET',
  path: '/api/phone-results/{resultId}/thumbnail',
  access: 'results',
  summary:
    'A finished file of this phone’s lot at most 400 px wide and high (WebP); the file itself where it has no small copy',
  params: z.object({ resultId }),
});
