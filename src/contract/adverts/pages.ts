import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant, nothing, resultId } from '#contract/wire.ts';
import { CURRENCIES, PAGE_DAYS, PAGE_LIMITS, PAGE_STATES, REPORT_KINDS } from '#domain/adverts/lot-page.ts';
import { REASON_LENGTH } from '#domain/users/audit-actions.ts';

/** Below it lie the pages of lots, documents beside the browser's app: `/l/{code}`. */
export const LOT_PAGES = '/l/';

const content = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(PAGE_LIMITS.title)),
  /** Whole units; null: none is said. */
  price: z.nullable(z.int().check(z.minimum(1), z.maximum(PAGE_LIMITS.price))),
  currency: z.enum(CURRENCIES),
  /** Plain text; line breaks stay. */
  words: z.string().check(z.maxLength(PAGE_LIMITS.words)),
  /** As the seller writes it; empty: none. */
  phone: z.string().check(z.maxLength(24)),
  isIndexed: z.boolean(),
  /** True: readers may take all pictures as a ZIP. */
  hasDownloads: z.boolean(),
};

const lotPage = z.object({
  ...content,
  url: z.string(),
  state: z.enum(PAGE_STATES),
  /** Why an admin took it down. */
  reason: z.nullable(z.string()),
  publishedAt: instant,
  endsAt: instant,
  /** Files that are published, in order, and their photos: a lot that was redone has other files of them. */
  resultIds: z.array(z.string()),
  photoIds: z.array(z.string()),
  /** False while copies are made. */
  isReady: z.boolean(),
});
export type LotPage = z.infer<typeof lotPage>;
const ownPage = z.object({ page: z.nullable(lotPage) });

export const readLotPage = defineRoute({
  method: 'GET',
  path: '/api/batches/{batchId}/page',
  access: 'user',
  summary: 'The own lot’s public page: the one that stands, else the last one',
  params: z.object({ batchId }),
  out: ownPage,
});

export const publishLotPage = defineRoute({
  method: 'PUT',
  path: '/api/batches/{batchId}/page',
  access: 'user',
  event: 'lot-page-published',
  edits: true,
  summary:
    'Makes exactly these files of the own lot public, or changes the page that stands; its address stays',
  params: z.object({ batchId }),
  body: z.strictObject({
    ...content,
    /** From now on; null: a page that stands ends when it did. */
    days: z.nullable(z.union(PAGE_DAYS.map((days) => z.literal(days)))),
    resultIds: z.array(resultId).check(z.minLength(1), z.maxLength(PAGE_LIMITS.pictures)),
  }),
  out: ownPage,
});

export const endLotPage = defineRoute({
  method: 'DELETE',
  path: '/api/batches/{batchId}/page',
  access: 'user',
  event: 'lot-page-ended',
  edits: true,
  summary: 'Ends the own lot’s public page at once',
  params: z.object({ batchId }),
  out: nothing,
});

const reportId = z.string().check(z.regex(/^rep_[a-z0-9]{20,32}$/));
const reason = z.string().check(z.minLength(REASON_LENGTH.least), z.maxLength(REASON_LENGTH.most));

/** What a page said when it was reported. */
const seenPage = z.object({
  title: z.string(),
  words: z.string(),
  price: content.price,
  currency: content.currency,
});
export type SeenPage = z.infer<typeof seenPage>;

/** A reader's report, with nothing of the page that is not public. */
const pageReport = z.object({
  id: reportId,
  /** Of the lot's page that stands, else of the reported one. */
  url: z.string(),
  title: z.string(),
  /** Null for reports of earlier versions. */
  seen: z.nullable(seenPage),
  kind: z.enum(REPORT_KINDS),
  words: z.string(),
  wantsAnswer: z.boolean(),
  createdAt: instant,
  /** True while the lot has a page that can be read. */
  stands: z.boolean(),
});
export type PageReport = z.infer<typeof pageReport>;

export const listPageReports = defineRoute({
  method: 'GET',
  path: '/api/admin/page-reports',
  access: 'admin',
  summary: 'Reports of lots’ public pages that wait for a decision, the oldest first',
  out: z.object({ reports: z.array(pageReport) }),
});

export const decidePageReport = defineRoute({
  method: 'POST',
  path: '/api/admin/page-reports/{reportId}',
  access: 'admin',
  summary: 'Takes the reported page down, or lets it stand; owner and reader get the reason by mail',
  params: z.object({ reportId }),
  body: z.strictObject({ takesDown: z.boolean(), reason }),
  out: z.object({ reports: z.array(pageReport) }),
});
