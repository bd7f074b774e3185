import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { User } from '#server/app.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';
import { resultOf } from '#testing/worker.ts';

const PROCESSES = 4;

describe('fair use of the image processes', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  afterEach(async () => deepEqual(await brokenRules(t), []));
  after(() => t.close());

  const start = async (user: User, photos: number, cost: number) => {
    const batch = await t.newBatch(user, photos);
    await startBatch(t.app, user, { ...batch, cost, idempotencyKey: t.app.newId('key') });
  };
  const finish = async (claim: Claim) =>
    equal(await finishPhoto(t.app, claim, { state: 'done', results: [resultOf(t.app, claim)] }), true);
  const dealer = async () => {
    const user = await t.newUser();
    const shop = planShop(t);
    await shop.pay(await shop.order(user, 'dealer'));
    return user;
  };
  const workOff = async (working: Claim[]) => {
    for (const claim of working) await finish(claim);
    for (let claim = await claimPhoto(t.app); claim; claim = await claimPhoto(t.app)) await finish(claim);
  };

  test('a newcomer’s batch of 5 that starts behind a batch of 300 ends long before it', async () => {
    const big = await dealer();
    await start(big, 300, 15);
    const working: Claim[] = [];
    for (let n = 0; n < PROCESSES; n++) working.push((await claimPhoto(t.app)) as Claim);
    const newcomer = await t.newUser();
    await start(newcomer, 5, 1);
    const doneBefore = { big: 0, newcomer: 0 };
    while (doneBefore.newcomer < 5) {
      const claim = working.shift() as Claim;
      await finish(claim);
      doneBefore[claim.ownerId === newcomer.id ? 'newcomer' : 'big'] += 1;
      working.push((await claimPhoto(t.app)) as Claim);
    }
    // A free account has one photo at a time in work, the dealer has the other three processes.
    ok(doneBefore.big <= 20, `${doneBefore.big} photos of the big lot went first`);
    await workOff(working);
  });

  test('while others wait no user has more than half of the processes', async () => {
    const [one, other] = [await dealer(), await dealer()];
    await start(one, 20, 1);
    const working: Claim[] = [];
    for (let n = 0; n < PROCESSES; n++) working.push((await claimPhoto(t.app)) as Claim);
    await start(other, 20, 1);
    for (let n = 0; n < 8; n++) {
      await finish(working.shift() as Claim);
      working.push((await claimPhoto(t.app)) as Claim);
    }
    equal(working.filter(({ ownerId }) => ownerId === one.id).length, PROCESSES / 2);
    await workOff(working);
  });
});
