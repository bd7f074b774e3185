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
const answer = fault.extend({ error: fault.nullish().catch(null) });
type Answer = z.infer<typeof answer>;

const UNAUTHORISED = ['401', '403'];
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
    verdict: judge(raw.status, said),
    words: words.replaceAll(apiKey, '…').replaceAll(posSignature, '…').slice(0, MOST_LETTERS),
  };
}

/** A 404 without the provider's code is a wrong address, not an unknown payment. */
function judge(status: number, said: Answer | null): KeyCheck['verdict'] {
  const code = said?.code ?? said?.error?.code ?? null;
  const words = said?.message ?? said?.error?.message ?? '';
  if (UNAUTHORISED.includes(String(status)) || (code && UNAUTHORISED.includes(code))) return 'refused';
  if (said && status < 500 && /\bPOS\b/.test(words)) return 'refused';
  const isAboutPayment = said !== null && (status === 200 || (status === 404 && code !== null));
  return isAboutPayment ? 'accepted' : 'unclear';
}
