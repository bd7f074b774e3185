import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Answer, ApiClient } from '../../e2e/support/api-client.ts';
import { PASSWORD, until } from '../../e2e/support/steps.ts';

/** Buys a package through the API, each buyer from an address of their own; every step may be taken again. */
const GOOD_CARD = '9900004810225098';
const BILLING = {
  kind: 'person',
  firstName: 'Ștefania',
  lastName: 'Țurcanu',
  name: '',
  cui: '',
  registrationNumber: '',
  street: 'Str. Horea 4',
  city: 'Cluj-Napoca',
  county: 'CJ',
  postalCode: '',
  phone: '',
};

/** An order in the provider's book. */
interface Booked {
  readonly orderID: string;
  readonly status: number;
  readonly credited: number;
  readonly start: { readonly order: { readonly billing: { readonly email: string } } };
}

export class Buyer {
  orderId = '';
  readonly email: string;
  readonly #client: ApiClient;
  readonly #provider: string;
  readonly #ip: string;
  #uid = '';
  #item = '';

  constructor(number: number, shop: string, provider: string) {
    this.email = `cumparator-${number}@fotolot.example`;
    // Each in a network of their own: what one network may register in an hour is limited.
    this.#ip = `10.${number >> 8}.${number & 255}.1`;
    this.#client = new ApiClient(shop);
    this.#provider = provider;
  }

  /** An account and an agreed checkout for ten credits. */
  async arrive(): Promise<void> {
    const account = { email: this.email, password: PASSWORD };
    const registered = await this.#ask('POST', '/api/auth/register', { body: account });
    equal(registered.status, 200, JSON.stringify(registered.body));
    this.#uid = registered.body.uid;
    const { packages } = (await this.#ask('GET', '/api/credit-packages')).body;
    this.#item = packages.find(({ name }: { name: string }) => name === 'Starter 10').id;
    await this.#agree();
  }

  async #agree(): Promise<void> {
    const checkoutInput = { packageType: this.#item, billing: BILLING, startNow: true, terms: true };
    const shown = { shownPrice: 50, shownDays: null, returnTo: null };
    equal((await this.#ask('PUT', '/api/checkout', { body: { ...checkoutInput, ...shown } })).status, 200);
  }

  /** Presses the button, and once more where the first press brought no way to pay. A checkout agreed to long ago is agreed to anew. */
  async start(): Promise<void> {
    for (const press of [1, 2]) {
      const wanted = { accountId: this.#uid, packageType: this.#item };
      const key = { 'idempotency-key': `apasarea-${press}` };
      const { status, body } = await this.#ask('POST', '/api/functions/createNetopiaPayment', {
        body: wanted,
        headers: key,
      });
      if (body.code === 'payments/consent-missing') await this.#agree();
      equal(status, 200, JSON.stringify(body));
      this.orderId = body.orderId;
      if (body.success) return;
    }
    throw new Error(`${this.email} found no way to pay`);
  }

  /** Pays with a good card, unless the page says that it was paid. */
  async pay(): Promise<void> {
    const mine = (await this.booked()).find(({ orderID }) => orderID === this.orderId);
    if (mine?.status === 1) await this.#desk('POST', `/orders/${this.orderId}/pay`, { card: GOOD_CARD });
  }

  async comeBack(): Promise<void> {
    const way = { redirect: 'manual' } as const;
    const path = `/api/payments/netopia/return?orderId=${this.orderId}`;
    equal((await this.#client.send(path, { ...way, headers: this.#from() })).status, 303);
    await until(
      () => this.state(),
      (state) => state === 'paid',
    );
  }

  /** Withdraws from the contract, unless that is declared already. */
  async askRefund(): Promise<void> {
    const path = `/api/orders/${this.orderId}/refund`;
    const quote = await this.#ask('GET', path);
    const answer =
      quote.status === 200
        ? await this.#ask('POST', path, { body: { shownAmount: quote.body.amount } })
        : quote;
    ok(answer.status === 200 || answer.body.code === 'payments/refund-exists', JSON.stringify(answer.body));
  }

  async state(): Promise<string> {
    return (await this.#ask('GET', `/api/orders/${this.orderId}`)).body.state;
  }

  async credits(): Promise<number> {
    return (await this.#ask('GET', '/api/users/me')).body.credits.totalCredits;
  }

  async purchases(): Promise<string[]> {
    const { purchases } = (await this.#ask('GET', '/api/credit-purchases')).body;
    return purchases.map(({ orderId }: { orderId: string }) => orderId);
  }

  /** What is known of the money of the withdrawal: asked, done, owed or paid; null: none was declared. */
  async withdrawal(): Promise<string | null> {
    const { purchases } = (await this.#ask('GET', '/api/credit-purchases')).body;
    return purchases[0]?.withdrawal?.state ?? null;
  }

  /** This person's orders in the provider's book. */
  async booked(): Promise<Booked[]> {
    const { orders } = (await (await fetch(`${this.#provider}/__sim`)).json()) as { orders: Booked[] };
    return orders.filter(({ start }) => start.order.billing.email === this.email);
  }

  /** The one order that money came for, in the provider's book and in ours. */
  async paidOnce(): Promise<Booked> {
    const [paid, ...more] = (await this.booked()).filter(({ status }) => status !== 1);
    ok(paid, `${this.email} paid nothing`);
    deepEqual(more, []);
    equal(paid.orderID, this.orderId);
    deepEqual(await this.purchases(), [this.orderId]);
    return paid;
  }

  async #desk(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.#provider}/__sim${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    equal(answer.status, 200, await answer.text());
  }

  setFaults(faults: object): Promise<void> {
    return this.#desk('PUT', '/faults', faults);
  }

  #from(): Record<string, string> {
    return { 'x-forwarded-for': this.#ip };
  }

  #ask(
    method: string,
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return this.#client.call(method, path, { body, headers: { ...this.#from(), ...headers } });
  }
}
