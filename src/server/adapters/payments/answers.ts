import * as z from 'zod';
import { toBani } from '#domain/payments/amount.ts';
import { declineReason, paymentState } from '#domain/payments/provider-status.ts';
import type { PaymentReading } from './port.ts';

/** Read tolerantly: the provider's responses differ between its documents, its environments and its own libraries. */
/** A text the database can't hold (NUL, half a surrogate) counts as absent: asked again it would be no better. */
const storable = z
  .string()
  .min(1)
  .refine((value) => !/[\0\p{Cs}]/u.test(value));
const text = storable.nullish().catch(null);
const textOrNumber = z.union([storable, z.number()]).transform(String).nullish().catch(null);
const paymentPart = z
  .object({
    ntpID: textOrNumber,
    status: z.number().nullish().catch(null),
    // Not `z.unknown()` alone: that asks for the key to be there, and one that lacks threw the whole payment away.
    amount: z.unknown().optional(),
    currency: text,
    code: textOrNumber,
    paymentURL: text,
  })
  .nullish()
  .catch(null);
const answerParts = z.object({
  payment: paymentPart,
  order: z.object({ orderID: text }).nullish().catch(null),
  error: z.object({ code: textOrNumber }).nullish().catch(null),
  customerAction: z
    .object({
      type: text,
      url: text,
      authenticationToken: text,
      formData: z.record(z.string(), z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  /** The payment's id in messages of the admin page's „Notifică” button. */
  id: textOrNumber,
});
export type AnswerParts = z.infer<typeof answerParts>;

export function parseParts(answer: unknown): AnswerParts {
  return answerParts.catch({ id: null }).parse(answer);
}

/** The order that a text names which is no JSON we can read: nothing else of it counts. */
export function mentionedOrder(text: string): string | null {
  return /"orderI[Dd]"\s*:\s*"([\w-]{1,64})"/.exec(text)?.[1] ?? null;
}

export function toPaymentReading({ payment, order, error, id }: AnswerParts): PaymentReading {
  const state = paymentState(payment?.status);
  const code = payment?.code ?? error?.code ?? null;
  return {
    orderId: order?.orderID ?? null,
    ntpId: payment?.ntpID ?? id ?? null,
    state,
    declineReason: declineReason(state, code),
    amountBani: toBani(payment?.amount),
    currency: payment?.currency ?? null,
    providerStatus: payment?.status ?? null,
    providerCode: code,
  };
}
