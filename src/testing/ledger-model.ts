import { deepEqual, equal, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import { GRANT_SOURCES, type GrantSource } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import { CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { Tx, User } from '#server/app.ts';
import { lockCreditAccount, spendableCredits } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import type { TestApp } from '#testing/app.ts';
import { holdCreditsBefore } from '#testing/credits/earlier-store.ts';

const DAY = 86_400_000;

/** The expected ledger in plain numbers. Times are days. */
export interface Model {
  now: number;
  grants: {
    id: string;
    source: GrantSource;
    remaining: number;
    expires: number | null;
    extended: boolean;
    seq: number;
  }[];
  holds: Map<string, { grant: number; amount: number }[]>;
}
export interface Real {
  t: TestApp;
  user: User;
  base: number;
}

const toDate = (real: Real, day: number) => new Date(real.base + day * DAY);
export const inAccount = <T>(real: Real, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> =>
  real.t.app.change(async ({ tx }) => {
    await lockCreditAccount(tx, real.user.id, now);
    return work(tx);
  });
const sumSpendable = (model: Model) =>
  model.grants
    .filter(({ expires }) => expires === null || expires > model.now)
    .reduce((sum, g) => sum + g.remaining, 0);

/** Credit by credit: what is spendable in sum, and what is left of each grant. */
async function compareLedgers(model: Model, real: Real): Promise<void> {
  const { db } = real.t.app;
  equal(await spendableCredits(db, real.user.id, toDate(real, model.now)), sumSpendable(model));
  const grants = db.selectFrom('credit_grants').select(['id', 'remaining']);
  const rows = await grants.where('user_id', '=', real.user.id).orderBy('seq').execute();
  deepEqual(
    rows,
    model.grants.map(({ id, remaining }) => ({ id, remaining })),
  );
}

class Grant implements fc.AsyncCommand<Model, Real> {
  readonly source: GrantSource;
  readonly amount: number;
  readonly days: number | null;
  constructor(source: GrantSource, amount: number, days: number | null) {
    this.source = source;
    this.amount = amount;
    this.days = days;
  }
  check = () => true;
  toString = () => `grant ${this.amount} ${this.source} for ${this.days}`;
  async run(model: Model, real: Real): Promise<void> {
    const id = real.t.app.newId('grt');
    const expires = this.days === null ? null : model.now + this.days;
    const { source, amount } = this;
    const expiresAt = expires === null ? null : toDate(real, expires);
    await inAccount(real, toDate(real, model.now), (tx) =>
      grantCredits(tx, { id, userId: real.user.id, source, amount, expiresAt, ref: id, actor: 'test' }),
    );
    model.grants.push({ id, source, remaining: amount, expires, extended: false, seq: model.grants.length });
    await compareLedgers(model, real);
  }
}

/** Whose credit is the next: of this version and of the one before it, which lives beside it during an upgrade. */
const NEXT = { now: nextToSpend, before: firstToEnd };

/** The earliest end first, none last; ties: trial, plan, gift, bought; then as they came. */
function firstToEnd(grants: Model['grants']): number {
  const rank = ({ source, expires }: Model['grants'][number], index: number) =>
    (expires ?? 1e6) * 1e6 + GRANT_SOURCES.indexOf(source) * 1e4 + index;
  const ranks = grants.map((grant, index) => (grant.remaining > 0 ? rank(grant, index) : Infinity));
  return ranks.indexOf(Math.min(...ranks));
}

/** The same, but a bought credit's turn is a plan's or a gift's, once nothing with an end is left of trial and plan that would follow it. */
function nextToSpend(grants: Model['grants']): number {
  const first = firstToEnd(grants);
  const isWaiting = grants.some(
    ({ source, remaining, expires }) =>
      remaining > 0 && expires !== null && (source === 'trial' || source === 'plan'),
  );
  if (grants[first]?.source !== 'bought' || isWaiting) return first;
  // Whatever is left beside bought credits now is of plans without an end and gifts: those in this order.
  for (const source of GRANT_SOURCES) {
    const given = grants.map((grant) => (grant.source === source ? grant : { ...grant, remaining: 0 }));
    if (given.some(({ remaining }) => remaining > 0)) return firstToEnd(given);
  }
  return first;
}

class Hold implements fc.AsyncCommand<Model, Real> {
  readonly amount: number;
  readonly version: keyof typeof NEXT;
  constructor(amount: number, version: keyof typeof NEXT) {
    this.amount = amount;
    this.version = version;
  }
  check = () => true;
  toString = () => `hold ${this.amount} by the version ${this.version}`;
  async run(model: Model, real: Real): Promise<void> {
    const ref = real.t.app.newId('run');
    const now = toDate(real, model.now);
    const hold = this.version === 'now' ? holdCredits : holdCreditsBefore;
    const act = inAccount(real, now, (tx) => hold(tx, real.user.id, { amount: this.amount, ref, now }));
    if (this.amount > sumSpendable(model)) {
      await rejects(act, (error) => error instanceof AppError && error.code === 'credits/not-enough');
      return compareLedgers(model, real);
    }
    await act;
    for (const grant of model.grants)
      if (grant.expires !== null && grant.expires <= model.now) grant.remaining = 0;
    const parts: { grant: number; amount: number }[] = [];
    for (let held = 0; held < this.amount; held++) {
      const index = NEXT[this.version](model.grants);
      (model.grants[index] as Model['grants'][number]).remaining -= 1;
      const part = parts.find(({ grant }) => grant === index);
      if (part) part.amount += 1;
      else parts.push({ grant: index, amount: 1 });
    }
    model.holds.set(ref, parts);
    await compareLedgers(model, real);
  }
}

class Settle implements fc.AsyncCommand<Model, Real> {
  readonly which: number;
  readonly share: number;
  constructor(which: number, share: number) {
    this.which = which;
    this.share = share;
  }
  check = (model: Readonly<Model>) => model.holds.size > 0;
  toString = () => `settle ${this.which} at ${this.share}`;
  async run(model: Model, real: Real): Promise<void> {
    const [ref, parts] = [...model.holds][this.which % model.holds.size] ?? ['', []];
    const held = parts.reduce((sum, part) => sum + part.amount, 0);
    const settled = Math.floor((held * this.share) / 100);
    const now = toDate(real, model.now);
    const act = () => inAccount(real, now, (tx) => settleHold(tx, real.user.id, { ref, settled, now }));
    await act();
    await rejects(act, 'a hold ends once');
    model.holds.delete(ref);
    let spent = settled;
    for (const { grant: index, amount } of parts) {
      const eaten = Math.min(spent, amount);
      spent -= eaten;
      const grant = model.grants[index];
      if (!grant || eaten === amount) continue;
      grant.remaining += amount - eaten;
      const isDue = grant.expires !== null && grant.expires <= model.now;
      if (isDue && !grant.extended) Object.assign(grant, { expires: model.now + 7, extended: true });
    }
    await compareLedgers(model, real);
  }
}

class Wait implements fc.AsyncCommand<Model, Real> {
  readonly days: number;
  constructor(days: number) {
    this.days = days;
  }
  check = () => true;
  toString = () => `wait ${this.days}`;
  async run(model: Model, real: Real): Promise<void> {
    model.now += this.days;
    await compareLedgers(model, real);
  }
}

/** Plays one drawn sequence on a fresh account of the real database, comparing after every step. */
export function ledgerCommands(maxCommands: number) {
  const days = fc.option(fc.integer({ min: 1, max: 9 }));
  const grant = fc
    .tuple(fc.constantFrom(...GRANT_SOURCES), fc.integer({ min: 1, max: 12 }), days)
    .map(([source, amount, length]) => new Grant(source, amount, length));
  const hold = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom('now', 'before'))
    .map(([amount, version]) => new Hold(amount, version));
  const settle = fc
    .tuple(fc.nat(9), fc.integer({ min: 0, max: 100 }))
    .map(([which, share]) => new Settle(which, share));
  const wait = fc.integer({ min: 1, max: 6 }).map((length) => new Wait(length));
  return fc.commands<Model, Real, false>(
    [grant, hold, settle, wait] as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
    // As many as that: the default draws about ten, in which few holds find bought credits beside a gift.
    { maxCommands, size: 'max' },
  );
}

export async function playLedger(
  t: TestApp,
  commands: Iterable<fc.AsyncCommand<Model, Real>>,
): Promise<void> {
  const real = { t, user: await t.newUser(), base: Date.now() };
  const { id } = await t.app.db
    .selectFrom('credit_grants')
    .select('id')
    .where('user_id', '=', real.user.id)
    .executeTakeFirstOrThrow();
  const gift = { id, source: 'gift', remaining: 3, expires: null, extended: false, seq: -1 } as const;
  const model: Model = { now: 0, grants: [gift], holds: new Map() };
  await fc.asyncModelRun(() => ({ model, real }), commands);
}

/** The rules of verify that concern credits alone. */
export async function brokenBooks(t: TestApp): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(CHECKS)) {
    if (!/balance|ledger|grant|made of its parts/.test(rule)) continue;
    const { rows } = await sql`select id from (${sql.raw(query)}) as broken`.execute(t.app.db);
    if (rows.length > 0) broken.push(rule);
  }
  return broken;
}
