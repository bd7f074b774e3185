import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { isReadable, tidyLine } from '#domain/language/visible-text.ts';
import { formatOrderNumber, readOrderNumber } from '#domain/payments/search/order-number.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { Seal, Statement, Step } from '#server/account/legal/withdrawal-page.ts';
import type { App } from '#server/app.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { findPaidOrder, findProvenOrder } from '#server/payments/store/declarer-view.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { findLinkedStatement } from '#server/payments/store/withdrawal-link-store.ts';
import { findWithdrawal, type WithdrawalRow } from '#server/payments/store/withdrawal-store.ts';
import { readWithdrawal } from '#server/payments/store/withdrawals-view.ts';
import { quoteWithdrawal } from '#server/payments/withdrawals/ask-refund.ts';
import { declareWithdrawal } from '#server/payments/withdrawals/declare-withdrawal.ts';
import { isDeleted } from '#server/users/user-store.ts';

/** Limit on all steps together: far more than one person's contracts; an office behind one address has room. */
const PER_IP = { hits: 40, seconds: 3600 };
const PER_ORDER = { hits: 20, seconds: 3600 };
const REFUSED = 'http/too-many-requests';
const SEAL_MINUTES = 60;
const ORDER_ID = /^ord_[a-z0-9]{20,32}$/;

/** True for an order's id or short number, which only its buyer knows; numbers of invoices can be guessed. */
function isSecretNumber(order: string): boolean {
  return ORDER_ID.test(order) || readOrderNumber(order) !== null;
}

export type Fields = Readonly<Record<string, string>>;

/** A page with its HTTP status. */
export interface WithdrawalReply {
  readonly step: Step;
  readonly status: number;
}

/** Returns the first page. A mailed address may fill in the number of an order; nothing is looked up by it. */
export function beginWithdrawal(order: unknown): Step {
  const known = typeof order === 'string' && isSecretNumber(order) ? order : '';
  return { kind: 'ask', statement: { order: known, email: '', name: '' }, problem: null };
}

/**
 * Returns the refund to confirm for a person who knows an order's number and its account's address. Any other request gets one and the same
 * page, after the same look-up and the same row in the outbox; a job finds out whether a mail goes out. It goes where the account is gone,
 * and for the number of an invoice, which others may guess. Throws http/too-many-requests and what quoteWithdrawal throws.
 */
export async function askWithdrawal(
  app: App,
  request: FastifyRequest,
  fields: Fields,
): Promise<WithdrawalReply> {
  const statement = readStatement(fields);
  await countAttempt(app, request, statement);
  if (!isReadable(statement.name)) return buildAskReply(statement, 'Scrie și numele tău.', 400);
  if (normaliseStatement(statement).email === '')
    return buildAskReply(statement, errorSentence('auth/invalid-email'), 400);
  const order = await findPaidOrder(app.db, normaliseStatement(statement));
  return order ? showOrder(app, order, statement) : mailLink(app, statement);
}

async function mailLink(app: App, statement: Statement): Promise<WithdrawalReply> {
  const { order: number, email: address, name } = normaliseStatement(statement);
  const mail = { ref: app.newId('wdl'), userId: null, address, data: { number, name } };
  await app.change(({ tx }) => queueMail(tx, app, { kind: 'withdrawal-link', ...mail }));
  return { step: { kind: 'mailed', statement }, status: 200 };
}

/**
 * Returns the refund to confirm for a mailed link, which proves the mailbox. Opening it any number of times changes nothing. Throws
 * http/too-many-requests and what quoteWithdrawal throws.
 */
export async function openMailedLink(
  app: App,
  { ip }: FastifyRequest,
  secret: string,
): Promise<WithdrawalReply> {
  await countIp(app, ip);
  const link = await findLinkedStatement(app, secret);
  const order = link && (await findProvenOrder(app, { order: link.orderId, email: link.email }));
  if (!order) {
    const nothing = { order: '', email: '', name: '' };
    return buildAskReply(
      nothing,
      'Linkul nu mai merge. Scrie din nou ce urmează și îți trimitem altul.',
      409,
    );
  }
  return showOrder(app, order, {
    order: formatOrderNumber(order.number),
    email: link.email,
    name: link.name,
  });
}

async function showOrder(app: App, order: OrderRow, statement: Statement): Promise<WithdrawalReply> {
  const earlier = await findWithdrawal(app.db, order.id);
  return earlier ? showReceipt(app, earlier, null) : showQuote(app, { order, statement, problem: null });
}

/**
 * Withdraws from the contract and returns the receipt. Sent twice it is one withdrawal, and both see its receipt. Throws
 * http/too-many-requests, and what declareWithdrawal throws but payments/refund-changed, which shows the new amount.
 */
export async function confirmWithdrawal(
  app: App,
  request: FastifyRequest,
  fields: Fields,
): Promise<WithdrawalReply> {
  const statement = readStatement(fields);
  await countAttempt(app, request, statement);
  const seal = { amount: fields.amount ?? '', until: fields.until ?? '', token: fields.token ?? '' };
  const order = isSealed(app, statement, seal)
    ? await findProvenOrder(app, normaliseStatement(statement))
    : null;
  if (!order)
    return buildAskReply(statement, 'Pagina a stat deschisă prea mult. Continuă și confirmă din nou.', 409);
  const shownBani = Number(seal.amount);
  const { email, name } = normaliseStatement(statement);
  try {
    const declared = await declareWithdrawal(app, {
      orderId: order.id,
      name,
      email,
      cameBy: 'page',
      shownBani,
    });
    return await showReceipt(app, declared, declared.name === name ? name : null);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payments/refund-changed') throw error;
    return showQuote(app, { order, statement, problem: errorSentence(error.code, error.details) });
  }
}

/** Returns the page with an error's sentence and the fields as they were written. */
export function toRefusalStep(fields: Fields, { code, details }: AppError): Step {
  return { kind: 'ask', statement: readStatement(fields), problem: errorSentence(code, details) };
}

function buildAskReply(statement: Statement, problem: string, status: number): WithdrawalReply {
  return { step: { kind: 'ask', statement, problem }, status };
}

async function showQuote(
  app: App,
  { order, statement, problem }: { order: OrderRow; statement: Statement; problem: string | null },
): Promise<WithdrawalReply> {
  const quote = await quoteWithdrawal(app, order);
  const isGone = await isDeleted(app.db, order.user_id);
  const until = String(app.now().getTime() + SEAL_MINUTES * 60_000);
  const facts = { amount: String(quote.amountBani), until };
  const seal = { ...facts, token: computeSealToken(app, statement, facts) };
  return {
    step: { kind: 'confirm', statement, seal, item: order.name, quote, isGone, problem },
    status: problem === null ? 200 : 409,
  };
}

async function showReceipt(
  app: App,
  withdrawal: WithdrawalRow,
  name: string | null,
): Promise<WithdrawalReply> {
  const facts = await readWithdrawal(app.db, withdrawal.id);
  return { step: { kind: 'receipt', withdrawal, facts, name }, status: 200 };
}

function readStatement({ order = '', email = '', name = '' }: Fields): Statement {
  return {
    order: cutLine(order, 100),
    email: cutLine(email, 254),
    name: cutLine(name, 200),
  };
}

/** Cuts between whole characters: half of one is no text. */
function cutLine(text: string, most: number): string {
  return Array.from(tidyLine(text)).slice(0, most).join('');
}

/** Returns the fields normalised (lower case) as they are looked up and stored. */
function normaliseStatement({ order, email, name }: Statement): Statement {
  return { order: order.toLowerCase(), email: normaliseEmail(email) ?? '', name };
}

async function countAttempt(app: App, { ip }: FastifyRequest, statement: Statement): Promise<void> {
  await countIp(app, ip);
  const { order } = normaliseStatement(statement);
  // A number that others may guess has no limit of its own: strangers would keep its buyer away.
  if (!isSecretNumber(order)) return;
  const key = app.keyedHash('withdrawal-limit', readOrderNumber(order) ?? order);
  await consumeRateLimit(app, `withdrawal:order:${key}`, { limit: PER_ORDER, code: REFUSED });
}

async function countIp(app: App, ip: string): Promise<void> {
  await consumeIpRateLimit(app, { name: 'withdrawal', ip }, { limit: PER_IP, code: REFUSED });
}

/** Returns the token that binds the second step to the first one's order, address, name and amount, until then. */
function computeSealToken(app: App, statement: Statement, { amount, until }: Omit<Seal, 'token'>): string {
  const { order, email, name } = normaliseStatement(statement);
  return app.keyedHash('withdrawal', JSON.stringify([order, email, name, amount, until]));
}

function isSealed(app: App, statement: Statement, { token, ...facts }: Seal): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(computeSealToken(app, statement, facts))];
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  return isRight && Number(facts.until) > app.now().getTime();
}
