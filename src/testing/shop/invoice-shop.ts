import { deepEqual, ok } from 'node:assert/strict';
import type { App, User } from '#server/app.ts';
import { listPackages } from '#server/payments/catalog/packages.ts';
import { type InvoiceRow, listOrderInvoices } from '#server/payments/store/invoice-store.ts';
import { insertRefund } from '#server/payments/store/refund-store.ts';
import type { TestApp } from '#testing/app.ts';
import { planShop } from '#testing/shop/plan-shop.ts';

export const SELLER = {
  name: 'Fotolot SRL',
  legalForm: 'company',
  cui: 'RO14399840',
  tradeRegister: 'J12/345/2026',
  street: 'Str. Horea 4',
  city: 'Cluj-Napoca',
  county: 'CJ',
  postalCode: '400174',
  capitalLei: 200,
  iban: '',
  phone: '0722000000',
  email: 'salut@fotolot.example',
} as const;

/** A shop whose orders are live ones of a seller that is entered, and their documents. */
export async function invoiceShop(t: TestApp) {
  const app: App = { ...t.app, operator: SELLER };
  const shop = planShop({ ...t, app });
  const user = await t.newUser();
  const starter = (await listPackages(app)).find(({ name }) => name === 'Starter 10')?.id ?? '';
  const setMode = (orderId: string, mode: 'live' | 'sandbox') =>
    app.db.updateTable('orders').set({ mode }).where('id', '=', orderId).execute();
  const liveOrder = async (item = starter, buyer: User = user) => {
    const id = await shop.order(buyer, item);
    await setMode(id, 'live');
    return id;
  };
  const documents = (orderId: string) => listOrderInvoices(app.db, orderId);
  return {
    app,
    shop,
    user,
    starter,
    setMode,
    liveOrder,
    documents,
    async paidOrder(item = starter, buyer: User = user): Promise<string> {
      const id = await liveOrder(item, buyer);
      await shop.pay(id);
      return id;
    },
    async only(orderId: string): Promise<InvoiceRow> {
      const [row, ...more] = await documents(orderId);
      ok(row);
      deepEqual(more, []);
      return row;
    },
    /** Asked for, and not yet known to be done. */
    async askRefund(orderId: string, amountBani: number): Promise<string> {
      const id = app.newId('rfd');
      await app.change(({ tx }) =>
        insertRefund(tx, {
          id,
          order_id: orderId,
          asked_by: user.id,
          reason: 'La cererea cumpărătorului',
          amount_bani: amountBani,
          withdrawn: 0,
          created_at: app.now(),
        }),
      );
      return id;
    },
  };
}

/** Net, tax and gross of each. */
export const listAmounts = (rows: readonly InvoiceRow[]) =>
  rows.map(({ net_bani, vat_bani, gross_bani }) => [net_bani, vat_bani, gross_bani]);
