import * as z from 'zod/mini';

/** Shapes that several words share. Instants travel as ISO strings. */
export const instant = z.iso.datetime();
/** A day of Bucharest. */
export const day = z.iso.date();
export const userId = z.string().check(z.regex(/^usr_[a-z0-9]{20,32}$/));
export const photoId = z.string().check(z.regex(/^img_[a-z0-9]{20,32}$/));
export const batchId = z.string().check(z.regex(/^lot_[a-z0-9]{20,32}$/));
export const runId = z.string().check(z.regex(/^run_[a-z0-9]{20,32}$/));
export const resultId = z.string().check(z.regex(/^res_[a-z0-9]{20,32}$/));
export const cutoutId = z.string().check(z.regex(/^cut_[a-z0-9]{20,32}$/));
export const zipId = z.string().check(z.regex(/^zip_[a-z0-9]{20,32}$/));
export const testImageId = z.string().check(z.regex(/^tst_[a-z0-9]{20,32}$/));
export const orderId = z.string().check(z.regex(/^ord_[a-z0-9]{20,32}$/));
export const withdrawalId = z.string().check(z.regex(/^wdr_[a-z0-9]{20,32}$/));
export const goodwillId = z.string().check(z.regex(/^gwr_[a-z0-9]{20,32}$/));
export const invoiceId = z.string().check(z.regex(/^inv_[a-z0-9]{20,32}$/));
export const exportId = z.string().check(z.regex(/^exp_[a-z0-9]{20,32}$/));
export const sessionId = z.string().check(z.regex(/^ses_[a-z0-9]{20,32}$/));
export const recipeId = z.string().check(z.regex(/^rec_[a-z0-9]{20,32}$/));

export const errorReply = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type ErrorReply = z.infer<typeof errorReply>;

export const nothing = z.object({});
