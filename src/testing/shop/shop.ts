import { createNetopiaPayment, readOrder, saveCheckout } from '#contract/orders.ts';
import { listCreditPackages } from '#contract/payments.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { BillingForm } from '#domain/payments/billing.ts';
import type { OrderState } from '#domain/payments/order-state.ts';
import { type Client, pollUntil, type TestServer } from '#testing/server.ts';

/** Buying with a whole server and the provider's simulator, as a browser would. */
export type Buyer = Client & { uid: string };
type Started = ReplyOf<typeof createNetopiaPayment>;

export const BILLING: BillingForm = {
  kind: 'person',
  firstName: 'Ștefania',
  lastName: 'Țurcanu',
  name: '',
  cui: '',
  registrationNumber: '',
  street: 'Str. Horea 4',
  city: 'Cluj-Napoca',
  county: 'CJ',
  postalCode: '400038',
  phone: '0722000000',
};

export async function packageCalled(client: Client, name: string) {
  const found = (await client.call(listCreditPackages, {})).packages.find((item) => item.name === name);
  if (!found) throw new Error(`no package ${name}`);
  return found;
}

/** The checkout agreed to. */
export async function agreeToCheckout(
  buyer: Buyer,
  item: { id: string; price: number },
  changes: Record<string, unknown> = {},
) {
  const checkoutInput = {
    packageType: item.id,
    billing: BILLING,
    startNow: true,
    terms: true,
    shownPrice: item.price,
    shownDays: null,
    returnTo: null,
  };
  await buyer.call(saveCheckout, { body: { ...checkoutInput, ...changes } });
}

export async function beginPayment(buyer: Buyer, packageType: string, key?: string): Promise<Started> {
  return buyer.call(
    createNetopiaPayment,
    { body: { accountId: buyer.uid, packageType } },
    key ? { 'idempotency-key': key } : {},
  );
}

export async function orderBecomes(buyer: Buyer, orderId: string, state: OrderState) {
  return pollUntil(
    () => buyer.call(readOrder, { params: { orderId } }),
    (order) => order.state === state,
  );
}

/** The simulator's control desk; it lies where the pages to pay at are. */
export function createDeskClient(paymentUrl: string) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire carries
  return async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(new URL(`/__sim${path}`, paymentUrl), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

export const GOOD_CARD = '9900004810225098';
export const POOR_CARD = '9900518572831942';

/** Rows of a table of this server's database that belong to a user. */
export async function countUserRows(
  server: TestServer,
  table: 'orders' | 'credit_purchases',
  userId: string,
) {
  const { rows } = await server.database.pool.query(
    `select count(*)::int as n from ${table} where user_id = $1`,
    [userId],
  );
  return rows[0].n as number;
}
