import { equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { runTool } from '../../e2e/support/api-client.ts';
import { PATIENCE } from '../../e2e/support/patience.ts';
import { type RunningApp, startApp } from '../../e2e/support/start-app.ts';
import { Buyer } from './buyer.ts';

/** kill -9 of the whole server in the middle of payments: our book and the provider's agree, and credits come once. */
const GIFT = 3;
const BOUGHT = 10;
const PAID_BANI = 5000;
/** The job that asks the provider runs every minute. */
const CHECKS_MS = 150_000 * PATIENCE;

/** In their order; the server dies in one of them, after which it is taken again. */
const STEPS = {
  start: (buyer: Buyer) => buyer.start(),
  notification: (buyer: Buyer) => buyer.pay(),
  return: (buyer: Buyer) => buyer.comeBack(),
  refund: (buyer: Buyer) => buyer.askRefund(),
};
type Step = keyof typeof STEPS;
const NAMES = Object.keys(STEPS) as Step[];

/** The provider's faults until the server dies: a reply that never comes keeps its step open. */
const FAULTS: Readonly<Record<Step, readonly object[]>> = {
  start: [{}, { start: 'timeout' }],
  notification: [{}, { notification: 'duplicate' }],
  return: [{ notification: 'lost' }],
  refund: [{}, { credit: 'timeout' }],
};

const drawn = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export function killInPayments(rounds: number): void {
  let app: RunningApp;
  let provider: string;
  let buyers = 0;
  /** Duration of each step when it last ran undisturbed: other programs may have the machine now and then. */
  const usual = new Map<Step, number>();

  before(async () => {
    app = await startApp({ NETOPIA_MODE: 'simulator', TRUSTED_PROXIES: '127.0.0.1' });
    provider = app.provider();
    const buyer = await arrived();
    for (const step of NAMES) await undisturbed(step, buyer);
    equal(await buyer.state(), 'refunded');
  });

  after(() => app?.stop());

  async function arrived(): Promise<Buyer> {
    buyers += 1;
    const buyer = new Buyer(buyers, app.url, provider);
    await buyer.arrive();
    return buyer;
  }

  async function undisturbed(step: Step, buyer: Buyer): Promise<void> {
    const began = performance.now();
    await STEPS[step](buyer);
    usual.set(step, performance.now() - began);
  }

  /** True when the step was cut off. */
  async function dieIn(step: Step, buyer: Buyer): Promise<boolean> {
    const attempt = STEPS[step](buyer).then(
      () => false,
      () => true,
    );
    await wait(Math.random() * (usual.get(step) ?? 0));
    await app.kill('SIGKILL');
    const isCutOff = await attempt;
    await app.restart();
    return isCutOff;
  }

  async function verify(round: string): Promise<void> {
    const { output } = await runTool('tools/verify.ts', ['--strict'], { dataDir: app.dataDir });
    match(output, /everything holds/, `${round}: ${output}`);
  }

  async function buy(doomed: Step): Promise<{ buyer: Buyer; isCutOff: boolean }> {
    const buyer = await arrived();
    let isCutOff = false;
    for (const step of NAMES.slice(0, doomed === 'refund' ? 4 : 3)) {
      // A notification is lost when it is sent, before the return that misses it.
      if (step === (doomed === 'return' ? 'notification' : doomed))
        await buyer.setFaults(drawn(FAULTS[doomed]));
      if (step === doomed) {
        isCutOff = await dieIn(step, buyer);
        await STEPS[step](buyer);
      } else await undisturbed(step, buyer);
    }
    return { buyer, isCutOff };
  }

  /** Sixteen minutes pass for every refund with an open outcome: longer than any call takes to arrive. */
  async function letTimePass(): Promise<void> {
    const connectionString = (await readFile(join(app.dataDir, 'database-url'), 'utf8')).trim();
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(
      `update refunds set created_at = created_at - interval '16 minutes' where state = 'asked'`,
    );
    await client.query(
      `update orders set next_check_at = next_check_at - interval '16 minutes' where id in (select order_id from refunds where state = 'asked')`,
    );
    await client.end();
  }

  async function isSettled(buyer: Buyer): Promise<boolean> {
    const { credited } = await buyer.paidOnce();
    return (await buyer.withdrawal()) === (credited === 0 ? 'owed' : 'done');
  }

  /** The withdrawal stands: its credits are gone. Its money went back, or is owed where the provider did not give it back. */
  async function settle(buyer: Buyer): Promise<void> {
    for (const deadline = Date.now() + CHECKS_MS; !(await isSettled(buyer)); await wait(500))
      ok(Date.now() < deadline, `${buyer.email} still waits: ${await buyer.state()}`);
    const { credited } = await buyer.paidOnce();
    equal(await buyer.state(), credited === 0 ? 'paid' : 'refunded', buyer.email);
    ok([0, PAID_BANI].includes(credited), buyer.email);
    equal(await buyer.credits(), GIFT, buyer.email);
  }

  test(`${rounds} kills around start, notification, return and refund: nothing is lost, nothing comes twice, verify finds nothing`, async (t) => {
    let cutOff = 0;
    const refunded: Buyer[] = [];
    for (let round = 1; round <= rounds; round++) {
      const doomed = NAMES[round % NAMES.length] as Step;
      const { buyer, isCutOff } = await buy(doomed);
      if (isCutOff) cutOff += 1;
      await buyer.paidOnce();
      if (doomed === 'refund') refunded.push(buyer);
      else equal(await buyer.credits(), GIFT + BOUGHT, `round ${round}, ${doomed}`);
      await verify(`round ${round}, ${doomed}`);
    }
    await letTimePass();
    for (const buyer of refunded) await settle(buyer);
    await verify('in the end');
    t.diagnostic(`${cutOff} of ${rounds} kills cut a step off`);
    ok(cutOff >= rounds / 4, `only ${cutOff} kills cut a step off`);
  });
}
