import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { day, instant, invoiceId, nothing, orderId } from '#contract/wire.ts';
import { SHOWN_STATES } from '#domain/invoices/anaf/shown-state.ts';
import { ANAF_INDEX, E_FACTURA_MODES, HAND_IN_LISTS } from '#domain/invoices/hand-in.ts';
import { REASON_LENGTH } from '#domain/users/audit-actions.ts';

/** How a document is sent to ANAF. */
export const documentSending = z.object({
  state: z.enum(SHOWN_STATES),
  /** ANAF's index of the upload. */
  index: z.nullable(z.string()),
  /** ANAF's own sentences on a rejected document, one a line. */
  errors: z.nullable(z.string()),
  /** Name of the invoice that a storno waits for. */
  waitsFor: z.nullable(z.string()),
  acceptedAt: z.nullable(instant),
  /** The file that ANAF signed: not here yet, kept, or past fetching. */
  signed: z.enum(['none', 'kept', 'gone']),
  /** What the buyer objected in RO e-Factura. */
  objections: z.array(z.object({ details: z.string(), at: instant })),
  /** It goes at „Trimite și pe cele dinainte” alone. */
  waitsForPress: z.boolean(),
  /** It may be sent at a press of its own: ANAF rejected it, or it waits for an invoice that is not there. */
  mayGoAgain: z.boolean(),
  /** The order's invoice with a rest, which can be made again with other buyer data. Told of rejected ones. */
  mayMend: z.boolean(),
});
export type DocumentSending = z.infer<typeof documentSending>;

/** An invoice or storno for RO e-Factura. Trials are in the list of trials, and in that of accepted documents. */
const handInDocument = z.object({
  id: invoiceId,
  /** „FTL0007”. */
  name: z.string(),
  kind: z.enum(['invoice', 'storno']),
  orderId,
  /** In lei, negative on a storno. */
  gross: z.number(),
  issuedOn: day,
  /** The last day on which it may be handed in. */
  lastDay: day,
  /** Working days left after today; null once the last day is over. */
  daysLeft: z.nullable(z.int()),
  /** Handed in nowhere: its last day means nothing. */
  isTrial: z.boolean(),
  /** Its official file is made. */
  hasXml: z.boolean(),
  /** The mark in force. */
  mark: z.nullable(
    z.object({
      /** ANAF's index of the upload, where it is known. */
      index: z.nullable(z.string()),
      reason: z.string(),
      /** The admin's current email address; null for an account that is gone. */
      by: z.nullable(z.string()),
      at: instant,
    }),
  ),
  /** An admin may mark it as handed in. */
  mayMark: z.boolean(),
  /** Null where nothing is sent from here and nothing was. */
  sending: z.nullable(documentSending),
});
export type HandInDocument = z.infer<typeof handInDocument>;

const list = z.enum(HAND_IN_LISTS);

export const listHandIns = defineRoute({
  method: 'GET',
  path: '/api/admin/hand-ins',
  access: 'admin',
  right: 'accountant',
  summary:
    'Documents for RO e-Factura by pages of 50: to be handed in (overdue ones first), those from before the list, those marked, those accepted by ANAF, or trials, newest first',
  query: z.object({
    list: z.optional(list),
    /** `nextCursor` of the page before. */
    cursor: z.optional(invoiceId),
  }),
  out: z.object({
    /** With `off` all else is empty. */
    mode: z.enum(E_FACTURA_MODES),
    documents: z.array(handInDocument),
    nextCursor: z.nullable(invoiceId),
    /** Numbers of documents in the lists, whichever was asked for; `overdue` ones are among the due. */
    counts: z.object({
      due: z.int(),
      overdue: z.int(),
      before: z.int(),
      handedIn: z.int(),
      trials: z.int(),
    }),
    /** All documents so far are trials. */
    onlyTrials: z.boolean(),
    /** Numbers of documents that are sent to ANAF. */
    sendings: z.object({
      /** Accepted. */
      sent: z.int(),
      /** Rejected, and marked by no admin: somewhere in the lists of due documents or of trials. */
      rejected: z.int(),
      /** Accepted a day ago and more, and their signed file is not here. */
      unsigned: z.int(),
      /** Due ones that were issued in no time of sending: they go at a press. */
      unsent: z.int(),
    }),
    /** What is known of the unsent ones; null: there are none. */
    unsent: z.nullable(
      z.object({
        /** The oldest five. */
        names: z.array(z.string()),
        /** The earliest one; null for trials. */
        lastDay: z.nullable(day),
        /** Since when documents are sent; null: ANAF is to be connected first. */
        since: z.nullable(instant),
      }),
    ),
    /** Why all sending waits, by the kind of ANAF's failure, and until when; null: it does not. */
    pause: z.nullable(z.object({ reason: z.string(), until: instant })),
    /** A year whose holidays are not known to this version though last days fall into it, else null. */
    unknownYear: z.nullable(z.string()),
  }),
});
export type HandIns = z.infer<(typeof listHandIns)['out']>;

export const downloadHandIns = defineRoute({
  method: 'GET',
  path: '/api/admin/hand-ins/{list}/files',
  access: 'admin',
  right: 'accountant',
  summary: 'The official files (XML) of all documents of a list that are to be handed in, a ZIP',
  params: z.object({ list: z.enum(['due', 'before']) }),
});

/** Stored for good, so it should name no persons. */
const reason = z.string().check(z.trim(), z.minLength(REASON_LENGTH.least), z.maxLength(REASON_LENGTH.most));
/** Idempotency key chosen by the form: sent twice, it counts once. */
const key = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/));

export const markHandedIn = defineRoute({
  method: 'POST',
  path: '/api/admin/hand-ins/{invoiceId}/mark',
  access: 'admin',
  summary: 'Marks a document as handed in, with ANAF’s index of the upload',
  params: z.object({ invoiceId }),
  body: z.strictObject({ index: z.string().check(z.regex(ANAF_INDEX)), reason, key }),
  out: nothing,
});

export const undoHandIn = defineRoute({
  method: 'POST',
  path: '/api/admin/hand-ins/{invoiceId}/undo',
  access: 'admin',
  summary: 'Takes a document’s mark back: it is to be handed in again',
  params: z.object({ invoiceId }),
  body: z.strictObject({ reason, key }),
  out: nothing,
});

export const markHandedInBefore = defineRoute({
  method: 'POST',
  path: '/api/admin/hand-ins/before',
  access: 'admin',
  summary: 'Marks documents from before the list as handed in, chosen ones or all',
  body: z.strictObject({
    /** Absent: all of the list. */
    invoiceIds: z.optional(z.array(invoiceId).check(z.minLength(1), z.maxLength(500))),
    reason,
    key,
  }),
  out: z.object({ marked: z.int() }),
});

export const sendAgain = defineRoute({
  method: 'POST',
  path: '/api/admin/hand-ins/{invoiceId}/send-again',
  access: 'admin',
  summary: 'Sends a document that ANAF rejected once more, or a storno whose invoice is not there',
  params: z.object({ invoiceId }),
  body: z.strictObject({ reason, key }),
  out: nothing,
});

export const sendFromBefore = defineRoute({
  method: 'POST',
  path: '/api/admin/hand-ins/send-from-before',
  access: 'admin',
  summary: 'Sends due documents that were issued before sending began',
  body: z.strictObject({ reason, key }),
  out: z.object({ released: z.int() }),
});

export const downloadSigned = defineRoute({
  method: 'GET',
  path: '/api/admin/hand-ins/{invoiceId}/signed',
  access: 'admin',
  right: 'accountant',
  summary: 'A document as ANAF signed it, a ZIP',
  params: z.object({ invoiceId }),
});
