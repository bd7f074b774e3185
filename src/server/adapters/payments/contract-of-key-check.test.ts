import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type TestProvider, testProvider } from '#testing/shop/provider.ts';

const PATH = '/operation/status';
const OTHER_SIGNATURE = 'AAAA-AAAA-AAAA-AAAA-AAAA';

describe('asking the provider whether it takes our keys', () => {
  let provider: TestProvider;
  before(async () => {
    provider = await testProvider();
  });
  after(() => provider.close());
  beforeEach(() => provider.reset());

  it('reads a payment that was never begun, once, and leaves no order and no notification behind', async () => {
    const before = await provider.calls(PATH);
    deepEqual(await provider.payments.checkKeys(), { verdict: 'accepted', words: 'Payment not found' });
    equal(await provider.calls(PATH), before + 1);
    equal(await provider.calls('/payment/card/start'), 0);
    deepEqual((await provider.control('GET', '')).orders, []);
    deepEqual(provider.notices, []);
  });

  it('says that another key or another signature is refused', async () => {
    const { verdict } = await provider.withOptions({ apiKey: 'alta cheie' }).checkKeys();
    equal(verdict, 'refused');
    deepEqual(await provider.withOptions({ posSignature: OTHER_SIGNATURE }).checkKeys(), {
      verdict: 'refused',
      words: 'POS not found',
    });
  });

  it('takes no answer, or half of one, neither for a yes nor for a no', async () => {
    const impatient = provider.withOptions({ timeoutsMs: { start: 10_000, status: 200, refund: 10_000 } });
    const said: Record<string, unknown> = {};
    for (const status of ['500', 'html', 'reset', 'timeout']) {
      await provider.faults({ status });
      said[status] = (await impatient.checkKeys()).verdict;
    }
    deepEqual(said, { 500: 'unclear', html: 'unclear', reset: 'unclear', timeout: 'unclear' });
    const { verdict } = await provider.withOptions({ baseUrl: 'http://127.0.0.1:9' }).checkKeys();
    equal(verdict, 'unclear');
  });

  it('tells a refused key from an unknown payment, however the provider puts it', async () => {
    const json = (body: object) => JSON.stringify(body);
    const cases: [status: number, body: string, verdict: string][] = [
      [200, json({ error: { code: '99', message: 'Order not found' } }), 'accepted'],
      [200, json({ error: { code: '00' }, payment: { status: 1 } }), 'accepted'],
      [404, json({ code: '99', message: 'Payment not found' }), 'accepted'],
      [404, '<html>Not Found</html>', 'unclear'],
      [404, json({ message: 'no such path' }), 'unclear'],
      [400, json({ code: '98', message: 'orderID: too long' }), 'unclear'],
      [302, '', 'unclear'],
      [503, json({ code: '99', message: 'POS service is down' }), 'unclear'],
      [401, json({ code: 401, message: 'Unauthorized' }), 'refused'],
      [403, '<html>Forbidden</html>', 'refused'],
      [200, json({ error: { code: '401', message: 'bad key' } }), 'refused'],
      [400, json({ code: '99', message: 'POS inactive' }), 'refused'],
      [200, json({ message: 'Invalid API key' }), 'refused'],
      [200, json({ error: { code: '12', message: 'Invalid signature' } }), 'refused'],
      [200, json({ error: { code: '12', message: 'Invalid signature' }, payment: { status: 1 } }), 'refused'],
      [200, json({}), 'unclear'],
      [200, json({ maintenance: true }), 'unclear'],
      [200, json({ error: { code: '00' }, payment: {} }), 'unclear'],
      [200, json({ error: { code: '99', message: 'Something failed' } }), 'unclear'],
      [404, json({ code: 404, message: 'no Route matched' }), 'unclear'],
      [404, json({ code: '404', message: 'Not found' }), 'unclear'],
      [503, json({ payment: { status: 1 } }), 'unclear'],
    ];
    const answers = cases.map(([status, body]) => ({ status, body }));
    const verdicts = await askEach(answers);
    deepEqual(
      verdicts.map(({ verdict }) => verdict),
      cases.map(([, , verdict]) => verdict),
    );
  });

  it('gives the provider’s words without our key and signature, and not more than can be read', async () => {
    const { apiKey, posSignature } = provider.simulator;
    const message = `key ${apiKey} of ${posSignature} is unknown ${'x'.repeat(1000)}`;
    const [check] = await askEach([{ status: 401, body: JSON.stringify({ code: '401', message }) }]);
    equal(check?.words, `key … of … is unknown ${'x'.repeat(1000)}`.slice(0, 300));
  });

  /** Asks a provider that gives these answers, one after the other. */
  async function askEach(answers: readonly { status: number; body: string }[]) {
    const left = [...answers];
    const server = createServer((_, response) => {
      const { status, body } = left.shift() ?? { status: 500, body: '' };
      response.writeHead(status).end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const checks = [];
    for (const _ of answers) checks.push(await provider.withOptions({ baseUrl }).checkKeys());
    server.close();
    return checks;
  }
});
