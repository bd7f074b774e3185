import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createPayments } from '#server/adapters/payments/create.ts';
import { startSimulator } from '#server/adapters/payments/simulator.ts';
import { pollUntil } from '#testing/server.ts';
import { GOOD_CARD, type TestProvider, testProvider, unwrapAnswer } from '#testing/shop/provider.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

let provider: TestProvider;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
const lines: { fields: object; message: string }[] = [];
const note = (fields: object, message: string) => void lines.push({ fields, message });
const log = { info: note, warn: note, error: note };
describe('the provider of a mode', () => {
  before(async () => {
    [provider, folder] = await Promise.all([testProvider(), makeTemporaryFolder()]);
  });
  after(async () => {
    await provider?.close();
    await folder?.remove();
  });

  const create = (changes: object = {}) =>
    createPayments({
      mode: 'simulator',
      simulatorUrl: '',
      apiKey: '',
      posSignature: '',
      publicKeys: [],
      dataDir: folder.path,
      log,
      now: () => new Date(),
      ...changes,
    });

  describe('without settings', () => {
    it('payments go to the simulator, which says that no money moves and remembers its orders over a restart', async () => {
      const first = await create();
      equal(first.mode, 'simulator');
      equal(lines.at(-1)?.message, 'card payments go to the simulator: no money moves');
      const order = provider.order();
      const { paymentUrl, ntpId } = unwrapAnswer(await first.start(order));
      await first.close();
      equal((await first.status({ orderId: order.orderId, ntpId })).kind, 'not-sent');
      const second = await create();
      const { state, ntpId: again } = unwrapAnswer(
        await second.status({ orderId: order.orderId, ntpId: null }),
      );
      deepEqual([state, again], ['not-begun', ntpId]);
      equal((await fetch(paymentUrl ?? '')).status, 200);
      await second.close();
    });

    it('Ctrl-C reaches the server alone, which stops the simulator: this leads a group of its own', () => {
      ok(process.kill(-(provider.simulator.pid ?? 0), 0));
    });

    it('a killed simulator comes back with its address, its key and its orders', async () => {
      const { simulator, payments } = provider;
      const order = await provider.begin();
      const { pid } = simulator;
      process.kill(pid ?? 0, 'SIGKILL');
      const reading = await pollUntil(
        () => payments.status(order),
        ({ kind }) => kind === 'answered',
      );
      equal(unwrapAnswer(reading).state, 'not-begun');
      notEqual(simulator.pid, pid);
      await provider.pay(order.orderId, GOOD_CARD);
      equal(provider.notifications().at(-1)?.state, 'paid');
    });
  });

  describe('the simulator', () => {
    it('may run elsewhere, for several processes to share', async () => {
      const { url, apiKey, posSignature, publicKey } = provider.simulator;
      const shared = await create({ simulatorUrl: url, apiKey, posSignature, publicKeys: [publicKey] });
      equal(shared.mode, 'simulator');
      equal(new URL(unwrapAnswer(await shared.start(provider.order())).paymentUrl ?? '').origin, url);
    });

    it('that cannot begin is a failure with a sentence, not a silence', async () => {
      await rejects(
        startSimulator(`${folder.path}/simulator.json`, log, { FAULTS: '{"start":"sometimes"}' }),
        /The payment simulator ended before it began/,
      );
    });

    it('serves no name but this machine’s, and takes no orders from pages of strangers', async () => {
      const { url } = provider.simulator;
      const foreign = await new Promise<number | undefined>((resolve) => {
        const asked = request(`${url}/__sim`, { headers: { host: 'evil.example' } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.end();
      });
      equal(foreign, 421);
      const form = await fetch(`${url}/__sim/deliver`, { method: 'POST', body: '{}' });
      equal(form.status, 415);
    });
  });

  describe('with settings', () => {
    const settings = { apiKey: 'key', posSignature: '1ABC-2DEF-3GHI-4JKL-5MNO' };

    it('sandbox and live believe the key NETOPIA publishes, or the ones that are named instead', async () => {
      equal((await create({ ...settings, mode: 'live' })).mode, 'live');
      deepEqual(lines.at(-1)?.fields, {
        mode: 'live',
        baseUrl: 'https://secure.mobilpay.ro/pay',
        keys: ['eeba3b065067fb01c2389850c7a888456dfd31332d67ed9b630dae24753478d7'],
      });
      const own = createPublicKey(provider.simulator.publicKey.export({ type: 'spki', format: 'pem' }));
      equal((await create({ ...settings, mode: 'sandbox', publicKeys: [own] })).mode, 'sandbox');
      equal(
        JSON.stringify(lines.at(-1)?.fields).includes('https://secure.sandbox.netopia-payments.com'),
        true,
      );
      // With a key of one's own the published one is not trusted.
      equal(JSON.stringify(lines.at(-1)?.fields).includes('eeba3b06'), false);
    });

    it('card payments refuse to start half-configured', async () => {
      await rejects(create({ ...settings, mode: 'live', apiKey: '' }), /need an API key/);
    });
  });
});
