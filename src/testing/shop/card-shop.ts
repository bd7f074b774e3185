import { deepEqual } from 'node:assert/strict';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App, User } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { handleWebhook } from '#server/payments/provider/handle-webhook.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { brokenRules, planShop } from '#testing/shop/plan-shop.ts';
import { GOOD_CARD, type TestProvider, testProvider } from '#testing/shop/provider.ts';

/** Use cases on a real database that sell by card: the provider's simulator takes the money, the test carries its updates in. */
export interface CardShop {
  readonly t: TestApp;
  readonly app: App;
  readonly provider: TestProvider;
  readonly shop: ReturnType<typeof planShop>;
  /** The package of 10 credits. */
  readonly starter: string;
  /** Hands the provider's notifications so far to the shop's use case. */
  deliver(by?: App): Promise<void>;
  /** The package of 10 credits, or a plan, paid by a good card, and the shop told of it. */
  buy(user: User, item?: string): Promise<string>;
  credits(user: User): Promise<number>;
  /** After each test: the provider forgets it and no rule is broken. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Credits given at registration. */
export const BONUS = 3;

export async function cardShop(): Promise<CardShop> {
  const [t, provider] = await Promise.all([testApp(), testProvider()]);
  const app = { ...t.app, payments: provider.payments };
  const shop = planShop(t);
  const deliver = async (by: App = app) => {
    for (const { body, headers } of provider.notices.splice(0))
      await handleWebhook(by, { rawBody: body, headers });
  };
  const starter = (await listPackages(app)).find(({ name }) => name === 'Starter 10')?.id ?? '';
  return {
    t,
    app,
    provider,
    shop,
    starter,
    deliver,
    buy: async (user, item = starter) => {
      const orderId = await shop.order(user, item);
      const { amount_bani: amountBani } = await app.db
        .selectFrom('orders')
        .select('amount_bani')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      await provider.begin({ orderId, amountBani });
      await provider.pay(orderId, GOOD_CARD);
      await deliver();
      return orderId;
    },
    credits: async ({ id }) => (await readUserDocument(app, id)).credits.totalCredits,
    tidy: async () => {
      await provider.reset();
      deepEqual(await brokenRules(t), []);
    },
    close: async () => {
      await provider.close();
      await t.close();
    },
  };
}
