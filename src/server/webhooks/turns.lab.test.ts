import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { WebhookCall } from '#server/adapters/webhooks/port.ts';
import type { App, Tx, User } from '#server/app.ts';
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  endTurn,
  PLACES,
  postponeDelivery,
} from '#server/webhooks/delivery-store.ts';
import { endWebhook, makeWebhook, testWebhook } from '#server/webhooks/webhooks.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { pollUntil } from '#testing/server.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Sessions that wait for what this transaction has locked. */
const HELD_UP = sql`select from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))`;

interface Account {
  readonly name: string;
  readonly user: User;
  readonly webhookId: string;
}

describe('messages of several accounts', () => {
  let t: TestApp;
  /** How long each program takes, in seconds, by the name of its account; the others answer at once. */
  let seconds: Record<string, number>;
  let told: string[];
  let app: App;

  before(async () => {
    t = await testApp();
    const send = async ({ url }: WebhookCall) => {
      const name = nameOf(url);
      told.push(name);
      await whileTold();
      t.advance((seconds[name] ?? 0) * SECOND);
      return name in seconds ? null : 200;
    };
    app = { ...t.app, webhooks: { ...t.app.webhooks, send } };
  });
  after(() => t.close());
  let whileTold: () => Promise<void>;
  beforeEach(async () => {
    [seconds, told, whileTold] = [{}, [], async () => {}];
    await t.app.db.deleteFrom('webhooks').execute();
  });

  const nameOf = (url: string) => new URL(url).hostname.split('.')[0] ?? '';
  const makeOwn = async (name: string, user: User) => {
    const { webhook } = await makeWebhook(app, user, {
      url: `https://${name}.example/`,
      events: ['lot.done'],
    });
    return { name, user, webhookId: webhook.id };
  };
  const open = async (name: string): Promise<Account> => {
    const user = await t.newUser();
    await app.db.updateTable('users').set({ plan: 'pro' }).where('id', '=', user.id).execute();
    return makeOwn(name, user);
  };
  const openAll = async (names: readonly string[]) => {
    const accounts: Account[] = [];
    for (const name of names) accounts.push(await open(name));
    return accounts;
  };
  /** As many messages as asked for, each due later than the one before. */
  const write = async ({ user, webhookId }: Account, count = 1) => {
    for (let written = 0; written < count; written += 1) {
      t.advance(1);
      await testWebhook(app, user, webhookId);
    }
  };
  const claimIn = (tx: Tx) => claimDelivery(tx, { now: app.now(), token: app.newId('lea') });
  const claim = () => app.change(({ tx }) => claimIn(tx));
  /** Claims while there is something to claim, without an end of any. */
  const claimAll = async () => {
    const claimed: ClaimedDelivery[] = [];
    for (let next = await claim(); next !== null; next = await claim()) claimed.push(next);
    return claimed;
  };
  const giveBack = (claimed: ClaimedDelivery) =>
    app.change(async ({ tx, now }) => {
      await postponeDelivery(tx, claimed, now);
      await endTurn(tx, claimed, now);
    });
  const namesOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ url }) => nameOf(url));
  /** Accounts whose programs have just let a message wait for the whole time. */
  const openSlow = async (count: number) => {
    const accounts = await openAll(Array.from({ length: count }, (_, at) => `slow${at}`));
    for (const account of accounts) {
      seconds[account.name] = 10;
      await write(account);
    }
    await deliverWebhooks(app);
    return accounts;
  };

  it('go in turn: the account that was served longest ago is next, however many wait for programs that never answer', async () => {
    const silent = await openAll(['ana', 'bea', 'cip', 'dan']);
    const victim = await open('eva');
    for (const account of silent) {
      seconds[account.name] = 10;
      await write(account, 5);
    }
    whileTold = async () => {
      if (told.length === 1 || told.length === 12) await write(victim);
    };
    await deliverWebhooks(app);
    deepEqual(told.slice(0, 14), [
      ...['ana', 'bea', 'cip', 'dan', 'eva'],
      ...['ana', 'bea', 'cip', 'dan', 'ana', 'bea', 'cip', 'eva', 'dan'],
    ]);
    equal(told.length, 4 * 5 + 2);
  });

  it('leave half of the places to the others while programs of many accounts are slow, for an hour after each was', async () => {
    const slow = await openSlow(PLACES);
    const victim = await open('eva');
    for (const account of slow) await write(account);
    const first = await claimAll();
    deepEqual(
      namesOf(first),
      slow.slice(0, PLACES / 2).map(({ name }) => name),
    );
    await write(victim);
    deepEqual(namesOf(await claimAll()), ['eva']);
    // A place of a slow one goes to the next slow one.
    for (const claimed of first.slice(0, 1)) await giveBack(claimed);
    deepEqual(namesOf(await claimAll()), [slow[PLACES / 2]?.name]);
    t.advance(HOUR + 10 * PLACES * SECOND);
    equal((await claimAll()).length, PLACES + 1);
  });

  it('of a slow account stay among the slow ones when it removes its webhook and makes another', async () => {
    const slow = await openSlow(PLACES);
    for (const { name, user, webhookId } of slow) {
      await endWebhook(app, user, webhookId);
      await write(await makeOwn(name, user));
    }
    equal((await claimAll()).length, PLACES / 2);
  });

  it('have all places where programs fail at once', async () => {
    const failing = await openAll(Array.from({ length: PLACES }, (_, at) => `failing${at}`));
    for (const account of failing) seconds[account.name] = 1;
    for (const account of failing) await write(account);
    await deliverWebhooks(app);
    for (const account of failing) await write(account);
    equal((await claimAll()).length, PLACES);
  });

  it('go one at a time of an account, when two servers look at the same moment and when its webhook is removed meanwhile', async () => {
    const ana = await open('ana');
    await write(ana, 3);
    let second: Promise<ClaimedDelivery | null> | undefined;
    let isOver = false;
    const first = await app.change(async ({ tx }) => {
      const claimed = await claimIn(tx);
      second = claim().finally(() => {
        isOver = true;
      });
      const isHeldUp = async () => (await HELD_UP.execute(tx)).rows.length > 0;
      await pollUntil(async () => isOver || (await isHeldUp()), Boolean);
      return claimed;
    });
    deepEqual([first === null, await second], [false, null]);
    await endWebhook(app, ana.user, ana.webhookId);
    await write(await makeOwn('ana', ana.user));
    equal(await claim(), null);
  });
});
