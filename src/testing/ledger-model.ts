import { equal, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import { GRANT_SOURCES, type GrantSource, inSpendingOrder } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import { CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { Tx, User } from '#server/app.ts';
import { lockCreditAccount, spendableCredits } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { holdCredits, settleHold } from '#server/credits/hold-store.ts';
import type { TestApp } from '#testing/app.ts';

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

const at = (real: Real, day: number) => new Date(real.base + day * DAY);
export const inAccount = <T>(real: Real, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> =>
  real.t.app.change(async ({ tx }) => {
    await lockCreditAccount(tx, real.user.id, now);
    return work(tx);
  });
const spendable = (model: Model) =>
  model.grants
    .filter(({ expires }) => expires === null || expires > model.now)
    .reduce((sum, g) => sum + g.remaining, 0);

async function agree(model: Model, real: Real): Promise<void> {
  equal(await spendableCredits(real.t.app.db, real.user.id, at(real, model.now)), spendable(model));
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
    const expiresAt = expires === null ? null : at(real, expires);
    await inAccount(real, at(real, model.now), (tx) =>
      grantCredits(tx, { id, userId: real.user.id, source, amount, expiresAt, ref: id, actor: 'test' }),
    );
    model.grants.push({ id, source, remaining: amount, expires, extended: false, seq: model.grants.length });
    await agree(model, real);
  }
}

class Hold implements fc.AsyncCommand<Model, Real> {
  readonly amount: number;
  constructor(amount: number) {
    this.amount = amount;
  }
  check = () => true;
  toString = () => `hold ${this.amount}`;
  async run(model: Model, real: Real): Promise<void> {
    const ref = real.t.app.newId('run');
    const now = at(real, model.now);
    const act = inAccount(real, now, (tx) =>
      holdCredits(tx, real.user.id, { amount: this.amount, ref, now }),
    );
    if (this.amount > spendable(model)) {
      await rejects(act, (error) => error instanceof AppError && error.code === 'credits/not-enough');
      return agree(model, real);
    }
    await act;
    for (const grant of model.grants)
      if (grant.expires !== null && grant.expires <= model.now) grant.remaining = 0;
    let left = this.amount;
    const parts: { grant: number; amount: number }[] = [];
    const order = inSpendingOrder(
      model.grants.map((g) => ({ ...g, expiresAt: g.expires === null ? null : at(real, g.expires) })),
    );
    for (const { id } of order) {
      const index = model.grants.findIndex((g) => g.id === id);
      const grant = model.grants[index];
      const amount = Math.min(grant?.remaining ?? 0, left);
      if (!grant || amount === 0) continue;
      grant.remaining -= amount;
      left -= amount;
      parts.push({ grant: index, amount });
    }
    model.holds.set(ref, parts);
    await agree(model, real);
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
    const now = at(real, model.now);
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
    await agree(model, real);
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
    await agree(model, real);
  }
}

/** Plays one drawn sequence on a fresh account of the real database, comparing after every step. */
export function ledgerCommands(maxCommands: number) {
  const days = fc.option(fc.integer({ min: 1, max: 9 }));
  const grant = fc
    .tuple(fc.constantFrom(...GRANT_SOURCES), fc.integer({ min: 1, max: 12 }), days)
    .map(([source, amount, length]) => new Grant(source, amount, length));
  const hold = fc.integer({ min: 1, max: 9 }).map((amount) => new Hold(amount));
  const settle = fc
    .tuple(fc.nat(9), fc.integer({ min: 0, max: 100 }))
    .map(([which, share]) => new Settle(which, share));
  const wait = fc.integer({ min: 1, max: 6 }).map((length) => new Wait(length));
  return fc.commands<Model, Real, false>(
    [grant, hold, settle, wait] as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
    {
      maxCommands,
    },
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
