import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant, nothing } from '#contract/wire.ts';

const span = z.object({ today: z.number(), week: z.number(), month: z.number() });

/** The product's current figures. `month` is the last 30 days of Bucharest, `week` the last 7, both with today; money in lei. */
const overview = z.object({
  at: instant,
  /** active: began a batch or a processing. */
  users: z.object({ all: z.int(), registered: span, active: span }),
  revenue: span,
  /** Refunds, by the day they were made; `revenue` still includes the money. */
  returned: span,
  credits: z.object({ sold: span, withdrawn: span, spent: span, outstanding: z.int() }),
  lots: z.object({ open: z.int(), ended: span }),
  photos: z.object({ done: span, failed: span }),
  /** Waiting work: photos of open runs and how long the first has waited, uploads that are being prepared, mails. */
  queue: z.object({
    photos: z.int(),
    oldestSeconds: z.nullable(z.int()),
    preparing: z.int(),
    mails: z.int(),
  }),
  /** Reports of lots' public pages that wait for a decision. */
  pageReports: z.int(),
  /** `room`: of the volume with the files; null where something else watches its space. */
  storage: z.object({
    usedBytes: z.int(),
    room: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
  }),
  /** Living processes of the product by role; `migration`: number of the newest one in their code. */
  processes: z.array(
    z.object({
      role: z.enum(['all', 'web', 'worker']),
      /** Build of their page; null where none is built. */
      build: z.nullable(z.string()),
      migration: z.string(),
      count: z.int(),
    }),
  ),
  /** The cut-out model while it is being fetched, else null. */
  model: z.nullable(
    z.object({
      name: z.string(),
      doneBytes: z.int(),
      bytes: z.int(),
      /** Null while it is being fetched. */
      nextTryAt: z.nullable(instant),
    }),
  ),
  verify: z.nullable(
    z.object({
      askedAt: instant,
      /** Null until it has ended. */
      endedAt: z.nullable(instant),
      /** Rules that do not hold, in English, with some of the rows. */
      violations: z.array(z.object({ rule: z.string(), rows: z.array(z.string()) })),
      /** Why it could not be carried out, in English. */
      problem: z.nullable(z.string()),
    }),
  ),
});
export type Overview = z.infer<typeof overview>;

export const readOverview = defineRoute({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  summary:
    'How the product is doing now: people, money, credits, work, queue, reported pages, storage, the last check of the books',
  out: overview,
});

export const askVerify = defineRoute({
  method: 'POST',
  path: '/api/admin/verify',
  access: 'admin',
  summary: 'Has the books and the files checked now, by a job; the overview tells what came of it',
  out: nothing,
});
