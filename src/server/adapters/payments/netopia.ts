import { createHash, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toLei } from '#domain/payments/amount.ts';
import { buildAcknowledgement } from './acknowledgement.ts';
import { type AnswerParts, mentionedOrder, parseParts, toPaymentReading } from './answers.ts';
import { callProvider } from './exchange.ts';
import { checkKeys } from './key-check.ts';
import { verifyNotification } from './notification-token.ts';
import type {
  NotificationReading,
  PaymentMode,
  PaymentReading,
  Payments,
  ProviderOutcome,
  StartedPayment,
} from './port.ts';
import { startRequest } from './start-request.ts';
import { customerAction, formTargets, type ProviderEndpoint, paymentPage } from './trusted-urls.ts';

export interface NetopiaOptions {
  readonly mode: PaymentMode;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly posSignature: string;
  /** RSA, 2048 bits or more; at least one. */
  readonly trustedKeys: readonly KeyObject[];
  readonly now: () => Date;
  readonly timeoutsMs?: { readonly start: number; readonly status: number; readonly refund: number };
  /** Pauses before each further try of a status reading, in milliseconds. */
  readonly statusRetriesMs?: readonly number[];
}

const TIMEOUTS_MS = { start: 15_000, status: 10_000, refund: 30_000 };
const STATUS_RETRIES_MS = [250, 1000];

/**
 * NETOPIA Payments, API v2, hosted page. Live, sandbox and the simulator differ in address and keys alone. Throws without API key,
 * signature or trusted key.
 */
export function netopiaPayments(options: NetopiaOptions): Payments {
  const { mode, apiKey, posSignature, trustedKeys: keys, now } = options;
  if (!apiKey || !posSignature || keys.length === 0)
    throw new Error('Card payments need an API key, a POS signature and a key to verify notifications with.');
  const timeouts = options.timeoutsMs ?? TIMEOUTS_MS;
  const endpoint: ProviderEndpoint = { mode, baseUrl: new URL(options.baseUrl) };
  const call = async (
    path: string,
    body: object,
    timeoutMs: number,
  ): Promise<ProviderOutcome<AnswerParts>> => {
    const url = new URL(`${options.baseUrl}${path}`);
    const answer = await callProvider({ url, headers: { authorization: apiKey }, body, timeoutMs });
    return answer.kind === 'answered' ? { kind: 'answered', value: parseParts(answer.value) } : answer;
  };
  const read = (order: { orderId: string; ntpId: string | null }) =>
    call(
      '/operation/status',
      { posID: posSignature, ...(order.ntpId && { ntpID: order.ntpId }), orderID: order.orderId },
      timeouts.status,
    );
  return {
    mode,
    formTargets: formTargets(endpoint),
    start: async (order) => {
      const body = startRequest(order, posSignature, now());
      return toStartedPayment(
        await call('/payment/card/start', body, timeouts.start),
        order.orderId,
        endpoint,
      );
    },
    authenticate: async ({ ntpId, authenticationToken, form }) => {
      const body = { authenticationToken, ntpID: ntpId, formData: form };
      return withPayment(await call('/payment/card/verify-auth', body, timeouts.refund), { ntpId });
    },
    status: async (order) => {
      let answer = withPayment(await read(order), order);
      for (const pause of options.statusRetriesMs ?? STATUS_RETRIES_MS) {
        if (answer.kind !== 'not-sent' && answer.kind !== 'unknown') break;
        await delay(pause);
        answer = withPayment(await read(order), order);
      }
      return answer;
    },
    checkKeys: () =>
      checkKeys({
        url: new URL(`${options.baseUrl}/operation/status`),
        apiKey,
        posSignature,
        timeoutMs: timeouts.status,
      }),
    refund: async ({ ntpId, amountBani }) => {
      const body = { ntpID: ntpId, amount: toLei(amountBani), split: [] };
      return toRefundOutcome(await call('/operation/credit', body, timeouts.refund), ntpId, amountBani);
    },
    readNotification: (rawBody, headers) =>
      readNotification(rawBody, headers, { trust: { keys, posSignature }, now: now() }),
    acknowledge: buildAcknowledgement,
    close: async () => {},
  };
}

const toUnknownOutcome = (reason: string, code: string | null = null): ProviderOutcome<never> => ({
  kind: 'unknown',
  reason,
  code,
});

/** The payment's address decides, not the code: 101 and 100 are good news, 56 brings the payment of an order that was used before. */
function toStartedPayment(
  answer: ProviderOutcome<AnswerParts>,
  orderId: string,
  endpoint: ProviderEndpoint,
): ProviderOutcome<StartedPayment> {
  if (answer.kind !== 'answered') return answer;
  const parts = answer.value;
  const code = parts.error?.code ?? null;
  if (!parts.payment) {
    return code
      ? { kind: 'refused', reason: 'no payment was made', code }
      : toUnknownOutcome('no payment in the answer');
  }
  return {
    kind: 'answered',
    value: {
      ...toPaymentReading(parts),
      orderId,
      paymentUrl: paymentPage(parts.payment.paymentURL, endpoint),
      customerAction: null,
      ...customerAction(parts.customerAction, endpoint),
      authenticationToken: parts.customerAction?.authenticationToken ?? null,
    },
  };
}

/** Returns the payment of a response; unknown when it is about another payment, or none. */
function withPayment(
  answer: ProviderOutcome<AnswerParts>,
  asked: { readonly orderId?: string; readonly ntpId: string | null },
): ProviderOutcome<PaymentReading> {
  if (answer.kind !== 'answered') return answer;
  const code = answer.value.error?.code ?? null;
  if (!answer.value.payment) return toUnknownOutcome('no payment in the answer', code);
  const reading = toPaymentReading(answer.value);
  const isOther =
    (asked.orderId && reading.orderId && reading.orderId !== asked.orderId) ||
    (asked.ntpId && reading.ntpId && reading.ntpId !== asked.ntpId);
  return isOther
    ? toUnknownOutcome('the answer is about another payment', code)
    : { kind: 'answered', value: reading };
}

/** A refund counts with code 00, status 8 and the requested amount: the sandbox was seen approving refunds that it did not credit. */
function toRefundOutcome(
  answer: ProviderOutcome<AnswerParts>,
  ntpId: string,
  amountBani: number,
): ProviderOutcome<PaymentReading> {
  if (answer.kind !== 'answered') return answer;
  const code = answer.value.error?.code ?? null;
  if (code !== null && !/^0+$/.test(code)) return { kind: 'refused', reason: 'the refund was refused', code };
  const reading = withPayment(answer, { ntpId });
  if (reading.kind !== 'answered') return reading;
  const { state, amountBani: given } = reading.value;
  return state === 'refunded' && given === amountBani
    ? reading
    : toUnknownOutcome('approved, but not what was asked', code);
}

function readNotification(
  rawBody: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { trust, now }: { trust: { keys: readonly KeyObject[]; posSignature: string }; now: Date },
): NotificationReading {
  const tokens = Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'verification-token')
    .flatMap(([, value]) => value ?? []);
  if (tokens.length > 1) return { isVerified: false, problem: 'malformed-token' };
  const key = verifyNotification(rawBody, tokens[0], { trust, now });
  const parts = parseParts(parseBody(rawBody));
  const orderId = parts.order?.orderID ?? mentionedOrder(decodeBody(rawBody));
  // Times are checked last: by then the provider's key is known to have signed these bytes.
  const isOutOfTime = key === 'expired' || key === 'not-yet-valid';
  if (typeof key === 'string')
    return { isVerified: false, problem: key, ...(isOutOfTime && orderId && { signedFor: orderId }) };
  return {
    isVerified: true,
    notification: {
      ...toPaymentReading(parts),
      orderId,
      bodyHash: createHash('sha512').update(rawBody).digest('hex'),
      keyFingerprint: fingerprintKey(key),
    },
  };
}

/** Decodes the body by its byte order mark. */
function decodeBody(rawBody: Uint8Array): string {
  const [first, second] = rawBody;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(rawBody);
}

function parseBody(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return null;
  }
}

/** Returns the SHA-256 of the key itself (SPKI), hex. */
export function fingerprintKey(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
