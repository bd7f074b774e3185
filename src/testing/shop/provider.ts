import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type NetopiaOptions, netopiaPayments } from '#server/adapters/payments/netopia.ts';
import type {
  PaymentNotification,
  PaymentOrder,
  Payments,
  ProviderOutcome,
  StartedPayment,
} from '#server/adapters/payments/port.ts';
import { type RunningSimulator, startSimulator } from '#server/adapters/payments/simulator.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

/** The production adapter against the simulator's program, and a shop's address that receives the notifications. */
export interface TestProvider {
  readonly payments: Payments;
  readonly simulator: RunningSimulator;
  /** Notifications that the shop received since the last `reset`, in order. */
  readonly notices: { readonly body: Buffer; readonly headers: IncomingHttpHeaders }[];
  /** While true the shop replies that it is busy. */
  isBusy: boolean;
  order(changes?: Partial<PaymentOrder>): PaymentOrder;
  /** From now on this goes wrong and nothing else; see stand-ins/netopia/faults.ts. */
  faults(faults: Readonly<Record<string, unknown>>): Promise<void>;
  /** An order at the provider, on its page. */
  begin(changes?: Partial<PaymentOrder>): Promise<StartedPayment & { orderId: string }>;
  /** The notifications so far, each verified. */
  notifications(): PaymentNotification[];
  /** The same adapter with some of its options changed. */
  withOptions(changes: Partial<NetopiaOptions>): Payments;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire carries
  control(method: string, path: string, body?: object): Promise<any>;
  pay(orderId: string, card: string): Promise<void>;
  /** Calls of one path of the provider's API so far. */
  calls(path: string): Promise<number>;
  /** No faults, no notices, none waiting, not busy. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const GOOD_CARD = '9900004810225098';
export const POOR_CARD = '9900518572831942';
const log = {
  info: () => {},
  warn: () => {},
  error: (fields: object, message: string) => console.error(message, fields),
};
const NO_RETRIES = { RETURN_SECONDS: '0', RETRY_SECONDS: '3600,3600,3600' };

export async function testProvider(): Promise<TestProvider> {
  const folder = await makeTemporaryFolder();
  const simulator = await startSimulator(join(folder.path, 'simulator.json'), log, NO_RETRIES);
  const withOptions = (changes: Partial<NetopiaOptions>) =>
    netopiaPayments({
      mode: 'simulator',
      baseUrl: simulator.url,
      apiKey: simulator.apiKey,
      posSignature: simulator.posSignature,
      trustedKeys: [simulator.publicKey],
      now: () => new Date(),
      statusRetriesMs: [1, 1],
      ...changes,
    });
  const payments = withOptions({});
  const notices: TestProvider['notices'] = [];
  const shop = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    notices.push({ body, headers: request.headers });
    const reading = payments.readNotification(body, request.headers);
    const problem = reading.isVerified ? (provider.isBusy ? 'busy' : null) : reading.problem;
    const answer = payments.acknowledge(problem);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const control: TestProvider['control'] = async (method, path, body) => {
    const response = await fetch(`${simulator.url}/__sim${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  let orders = 0;
  const provider: TestProvider = {
    payments,
    simulator,
    notices,
    isBusy: false,
    order: (changes) => {
      orders += 1;
      return { ...buildProviderOrder(`ord_test${orders}`, shopUrl), ...changes };
    },
    begin: async (changes) => {
      const order = provider.order(changes);
      return { ...unwrapAnswer(await payments.start(order)), orderId: order.orderId };
    },
    notifications: () =>
      notices.map(({ body, headers }) => {
        const reading = payments.readNotification(body, headers);
        if (!reading.isVerified) throw new Error(reading.problem);
        return reading.notification;
      }),
    withOptions,
    faults: (faults) => control('PUT', '/faults', faults),
    control,
    pay: (orderId, card) => control('POST', `/orders/${orderId}/pay`, { card }),
    calls: async (path) => (await control('GET', '')).calls[path] ?? 0,
    reset: async () => {
      await provider.faults({});
      await control('POST', '/forget', {});
      notices.length = 0;
      provider.isBusy = false;
    },
    close: async () => {
      await simulator.close();
      shop.closeAllConnections();
      shop.close();
      await folder.remove();
    },
  };
  return provider;
}

/** The answer; anything else is thrown. */
export function unwrapAnswer<T>(outcome: ProviderOutcome<T>): T {
  if (outcome.kind !== 'answered') throw new Error(`${outcome.kind}: ${outcome.reason} ${outcome.code}`);
  return outcome.value;
}

function buildProviderOrder(orderId: string, shopUrl: string): PaymentOrder {
  return {
    orderId,
    amountBani: 5000,
    description: 'Starter 10: 10 credite Fotolot',
    product: { name: 'Starter 10', code: 'starter-10', vatPercent: 21 },
    billing: {
      email: 'ana@fotolot.example',
      phone: '0722000000',
      firstName: 'Ștefania',
      lastName: 'Țurcanu',
      county: 'Cluj',
      city: 'Cluj-Napoca',
      street: 'Str. Horea 4',
      postalCode: '400038',
    },
    browser: { ip: '127.0.0.1', userAgent: 'Firefox', language: 'ro-RO' },
    notifyUrl: `${shopUrl}/api/payments/netopia/ipn`,
    returnUrl: `${shopUrl}/api/payments/netopia/return/${orderId}`,
  };
}
