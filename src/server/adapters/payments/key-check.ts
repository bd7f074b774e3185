import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseAnswer, postJson } from './exchange.ts';
import type { KeyCheck } from './port.ts';

export interface KeyCheckCall {
  /** Address of status readings. */
  readonly url: URL;
  readonly apiKey: string;
  readonly posSignature: string;
  readonly timeoutMs: number;
}

/** The provider names a fault either in the answer itself or under `error`. */
const fault = z.object({
  code: z.union([z.string(), z.number()]).transform(String).nullish().catch(null),
  message: z.string().nullish().catch(null),
});
const payment = z.object({ status: z.number() });
const answer = fault.extend({
  error: fault.nullish().catch(null),
  payment: payment.nullish().catch(null),
});
type Answer = z.infer<typeof answer>;

const UNAUTHORISED = ['401', '403'];
/** What is said of a wrong key or signature. */
const REFUSAL = /\bPOS\b|\b[Aa][Pp][Ii][ _-]?[Kk]ey\b|\b[Ss]ignature\b|\b[Uu]nauthori[sz]ed\b/;
/** What is said of a payment that was never begun, with this code. */
const UNKNOWN_PAYMENT = /\b(payment|order) (was )?not found\b/i;
const UNKNOWN_PAYMENT_CODE = '99';
const MOST_LETTERS = 300;

/** Asks for the status of a payment that was never begun: an answer about the payment is one to a key that was let in. */
export async function checkKeys({ url, apiKey, posSignature, timeoutMs }: KeyCheckCall): Promise<KeyCheck> {
  const body = { posID: posSignature, orderID: `check-${randomUUID()}` };
  const raw = await postJson({ url, headers: { authorization: apiKey }, body, timeoutMs });
  if ('kind' in raw) return { verdict: 'unclear', words: raw.kind === 'answered' ? null : raw.reason };
  const parsed = parseAnswer(raw.text);
  const said = parsed && answer.parse(parsed);
  const words = said?.message ?? said?.error?.message ?? `HTTP ${raw.status}`;
  return {
    verdict: judgeAnswer(raw.status, said),
    words: words.replaceAll(apiKey, '…').replaceAll(posSignature, '…').slice(0, MOST_LETTERS),
  };
}

/** Only a payment, or the sentence that there is none, comes after the keys were looked at; any other answer may come before. */
function judgeAnswer(status: number, said: Answer | null): KeyCheck['verdict'] {
  const code = said?.code ?? said?.error?.code ?? null;
  const words = said?.message ?? said?.error?.message ?? '';
  if (UNAUTHORISED.includes(String(status)) || (code && UNAUTHORISED.includes(code))) return 'refused';
  if (said === null || status >= 500) return 'unclear';
  if (REFUSAL.test(words)) return 'refused';
  if (status === 200 && said.payment) return 'accepted';
  const isUnknownPayment = code === UNKNOWN_PAYMENT_CODE && UNKNOWN_PAYMENT.test(words);
  return isUnknownPayment && (status === 200 || status === 404) ? 'accepted' : 'unclear';
}
