import { sql } from 'kysely';
import type { OrderEvent } from '#domain/payments/order-state.ts';
import { newOrder } from '#domain/payments/order-state.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { CHECKS } from '#server/admin/verify/verify-checks-view.ts';
import type { User } from '#server/app.ts';
import { newestCheckout } from '#server/payments/checkout/checkout-store.ts';
import { findOffer } from '#server/payments/checkout/find-offer.ts';
import { saveCheckout } from '#server/payments/checkout/save-checkout.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { insertOrder } from '#server/payments/store/order-store.ts';
import { offerNow } from '#server/plans/quote-plan.ts';
import type { TestApp } from '#testing/app.ts';
import { BILLING } from '#testing/shop/shop.ts';

/** Buying plans on the real database by a clock of the test's own; only the provider is left out: its updates are handed in. */
export function planShop(t: TestApp) {
  const { app } = t;
  const take = (orderId: string, event: OrderEvent) =>
    app.change((unit) =>
      applyPaymentEvent(unit, app, { orderId, update: { source: 'notification', event } }),
    );
  return {
    take,
    /** The checkout agreed to and the order of a plan or a package opened; refused as the quote is. */
    async order(user: User, plan: string): Promise<string> {
      const offer = await findOffer(app.db, user.id, { packageType: plan, now: app.now() });
      const checkoutInput = {
        packageType: plan,
        billing: BILLING,
        startNow: true,
        terms: true,
        returnTo: null,
      };
      const shown = { shownPrice: offer.priceBani / 100, shownDays: offer.shownDays };
      await saveCheckout(app, user, { from: { ip: '10.0.0.1' }, sheet: { ...checkoutInput, ...shown } });
      const checkout = await newestCheckout(app.db, user.id, { item: plan, since: new Date(0) });
      const { state } = newOrder(offer.priceBani, 'RON');
      const id = app.newId('ord');
      await app.change(({ tx }) =>
        insertOrder(tx, {
          id,
          user_id: user.id,
          checkout_id: checkout?.id ?? null,
          kind: offer.kind,
          item: offer.item,
          name: offer.name,
          credits: offer.credits,
          amount_bani: offer.priceBani,
          shown_days: offer.shownDays,
          mode: 'simulator',
          state,
          return_to: null,
          created_at: app.now(),
          next_check_at: null,
        }),
      );
      return id;
    },
    async pay(orderId: string): Promise<string> {
      const { amount_bani } = await app.db
        .selectFrom('orders')
        .select('amount_bani')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      return take(orderId, { kind: 'paid', amountBani: amount_bani, currency: 'RON' });
    },
    moneyBack: (orderId: string) => take(orderId, { kind: 'refunded', byUs: false }),
    accept: (orderId: string) => take(orderId, { kind: 'accepted' }),
    async offer(user: User, plan: SoldPlan, priceBani: number): Promise<string> {
      const offer = await offerNow(app.db, user.id, { plan, priceBani, now: app.now() });
      if ('refused' in offer) return offer.refused.replace('plans/', '');
      return offer.shownDays === null ? offer.kind : `${offer.kind} +${offer.shownDays}`;
    },
  };
}

/** The rules of verify that hold without files and runs' photos, and break here. */
export async function brokenRules(t: TestApp): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(CHECKS)) {
    if (!/balance|ledger|grant|made of its parts|plan|paid|money|line|period|invoice|storno/.test(rule))
      continue;
    const { rows } = await sql<{ id: string }>`select id from (${sql.raw(query)}) as broken`.execute(
      t.app.db,
    );
    if (rows.length > 0) broken.push(`${rule}: ${rows.map(({ id }) => id).join(' ')}`);
  }
  return broken;
}
