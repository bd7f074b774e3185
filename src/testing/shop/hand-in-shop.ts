import { ok } from 'node:assert/strict';
import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { issueStorno } from '#server/payments/invoices/issue-invoice.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { lockOrder } from '#server/payments/store/order-store.ts';
import { type TestApp, withClock } from '#testing/app.ts';
import { invoiceShop } from '#testing/shop/invoice-shop.ts';

/** A shop with documents of chosen days, whose list „De predat” began at a chosen instant. */
export async function handInShop(t: TestApp, beganAt: string) {
  const own = await invoiceShop(t);
  const { app } = own;
  await app.db.transaction().execute(async (tx) => {
    await sql`alter table hand_in_start disable trigger user`.execute(tx);
    await sql`update hand_in_start set began_at = ${beganAt}::timestamptz`.execute(tx);
    await sql`alter table hand_in_start enable trigger user`.execute(tx);
  });
  /** Moves the clock to an instant. */
  const goTo = (at: string) => t.advance(Date.parse(at) - app.now().getTime());
  return {
    ...own,
    goTo,
    at: (instant: string): App => withClock(app, () => new Date(instant)),
    async invoice(at: string): Promise<InvoiceRow> {
      goTo(at);
      return own.only(await own.paidOrder());
    },
    async trial(at: string): Promise<InvoiceRow> {
      goTo(at);
      const orderId = await own.liveOrder();
      await own.setMode(orderId, 'sandbox');
      await own.shop.pay(orderId);
      return own.only(orderId);
    },
    /** So many stornos of an invoice, issued on its day: rows alone, for what a long list does. */
    async addStornos({ id }: InvoiceRow, count: number): Promise<void> {
      await app.db.transaction().execute(async (tx) => {
        await sql`alter table invoices disable trigger user`.execute(tx);
        await sql`insert into invoices (id, series, number, kind, cause, order_id, user_id, corrects, issued_on, net_bani,
            vat_bani, gross_bani, mode, snapshot, created_at)
          select 'inv_' || lpad(n::text, 26, '0'), series, 1000 + n, 'storno', 'outside', order_id, user_id, id, issued_on, -1, 0, -1,
            mode, snapshot, created_at
          from invoices, generate_series(1, ${count}::int) n where id = ${id}`.execute(tx);
        await sql`alter table invoices enable trigger user`.execute(tx);
      });
    },
    /** Takes part of an invoice back. */
    async storno({ order_id: orderId }: InvoiceRow): Promise<InvoiceRow> {
      const request = { amountBani: 1000, cause: 'outside', refundId: null, isPaid: true } as const;
      const row = await app.change(async (unit) =>
        issueStorno(unit, app, {
          ...request,
          order: await lockOrder(unit.tx, orderId),
          reason: 'La cererea cumpărătorului',
        }),
      );
      ok(row);
      return row;
    },
  };
}
