import { deepEqual, doesNotMatch, equal, match, ok, throws } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import cookies from '@fastify/cookie';
import fastify from 'fastify';
import { readOperator } from '#contract/payments.ts';
import { DAY_MS, plusDays } from '#domain/days.ts';
import {
  totalLabel,
  type VatRules,
  type VatStatus,
  vatNote,
  vatOn,
  vatTerms,
  withVat,
} from '#domain/invoices/vat.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { CONSENT_VERSION } from '#domain/payments/consents.ts';
import { keepTexts } from '#server/account/legal/keep-texts.ts';
import { mountLegalPages } from '#server/account/legal/mount.ts';
import { findText, TERMS_KIND } from '#server/payments/checkout/legal-text-store.ts';
import { purchaseReceiptMail } from '#server/payments/mails/mails.ts';
import { orderForProvider } from '#server/payments/orders/provider-order.ts';
import { findOrder } from '#server/payments/store/order-store.ts';
import { testApp } from '#testing/app.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import { planShop } from '#testing/shop/plan-shop.ts';

const SOURCE = join(import.meta.dirname, '..', '..');
/** The function that all others call, and the makers of documents and books, which write the word as law and programs have it. */
const MAY_SAY_IT = [
  ...['vat', 'printed-document', 'e-invoice/build', 'books/journal', 'books/saga'].map(
    (name) => `domain/invoices/${name}.ts`,
  ),
  // What the public registry says of a buyer, which is no word on our prices.
  'domain/language/billing-sentences.ts',
  'server/adapters/firm-registry/anaf-answers.ts',
];
const SAYS = /TVA|T\.V\.A|valoarea? adăugat/;

describe('the words on value-added tax', () => {
  const rules = (changes: Partial<VatRules>): VatRules => ({
    payerFrom: '2026-03-01',
    isCash: false,
    rates: [
      { percent: 19, from: '2017-01-01' },
      { percent: 21, from: '2026-08-01' },
    ],
    ...changes,
  });

  it('follow the day: exempt before the registration, then the rate that is in force', () => {
    const said = (day: string, changes = {}) => Object.values(vatOn(rules(changes), day));
    deepEqual(said('2026-02-28'), ['exempt', null]);
    deepEqual(said('2026-03-01'), ['payer', 19]);
    deepEqual(said('2026-07-31'), ['payer', 19]);
    deepEqual(said('2026-08-01', { isCash: true }), ['payer-cash', 21]);
    deepEqual(said('2036-01-01', { payerFrom: null }), ['exempt', null]);
    throws(() => said('2016-12-31', { payerFrom: '2016-01-01' }), /no rate/);
  });

  it('are never „fără TVA” beside a price: an exempt seller’s total stands with the reason', () => {
    const wordsFor = (status: VatStatus) => [
      withVat('50 lei', status),
      totalLabel(status),
      vatNote(status),
      vatTerms(status),
    ];
    deepEqual(wordsFor('payer-cash'), [
      '50 lei, cu TVA inclus',
      'Total, cu TVA inclus',
      null,
      ', cu TVA inclus',
    ]);
    deepEqual(wordsFor('exempt'), [
      '50 lei',
      'Total de plată',
      'Vânzătorul nu este plătitor de TVA',
      '. Vânzătorul nu este plătitor de TVA (regimul special de scutire, art. 310 din Codul fiscal)',
    ]);
  });

  it('stand in the receipt of a payment as they were on its day', async () => {
    const t = await testApp();
    try {
      const shop = planShop(t);
      const orderId = await shop.order(await t.newUser(), 'pro');
      await shop.pay(orderId);
      const receiptUnder = async (payerFrom: string | null) =>
        (
          await purchaseReceiptMail({ ...t.app, vat: { ...t.app.vat, payerFrom } }, {
            data: { orderId },
          } as never)
        )?.text ?? '';
      match(await receiptUnder('2026-01-01'), /plata ta de [\d,]+\slei, cu TVA inclus\.\n/);
      const exempt = await receiptUnder(null);
      match(exempt, /plata ta de [\d,]+\slei\. Vânzătorul nu este plătitor de TVA\.\n/);
      doesNotMatch(exempt, /fără TVA/);
    } finally {
      await t.close();
    }
  });

  it('stand in one file: no other file of the product has them', async () => {
    const names = await readdir(SOURCE, { recursive: true });
    const files = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
    const saying = await Promise.all(
      files.map(async (name) => (SAYS.test(await readFile(join(SOURCE, name), 'utf8')) ? [name] : [])),
    );
    equal(files.length > 500, true);
    deepEqual(saying.flat().sort(), MAY_SAY_IT.toSorted());
  });

  it('tell NETOPIA the rate in force, and 0 of an exempt seller', async () => {
    const t = await testApp();
    try {
      const user = await t.newUser();
      const orderId = await planShop(t).order(user, 'pro');
      const row = await findOrder(t.app.db, orderId);
      ok(row);
      const told = async (vat: VatRules) => {
        const payer = { ip: '10.0.0.1', userAgent: '', language: 'ro' };
        return (await orderForProvider({ ...t.app, vat }, row, payer)).product.vatPercent;
      };
      deepEqual([await told(t.app.vat), await told({ ...t.app.vat, payerFrom: '9999-01-01' })], [21, 0]);
    } finally {
      await t.close();
    }
  });

  it('change in the terms with a day that was set ahead, and the shown terms are kept from then on', async () => {
    const t = await testApp();
    const http = fastify();
    try {
      const vat = { ...t.app.vat, payerFrom: toBucharestDay(plusDays(t.app.now(), 3)) };
      const app = { ...t.app, vat };
      await http.register(cookies);
      await mountLegalPages(http, app, {
        webFolder: '',
        noteFailure: (error) => {
          throw error;
        },
      });
      const terms = async () => {
        await keepTexts(app);
        const kept = await findText(app.db, { kind: TERMS_KIND, version: CONSENT_VERSION });
        const { body } = await http.inject(TERMS_KIND);
        ok(kept && body.includes(kept.html));
        return body;
      };
      match(await terms(), /în lei\. Vânzătorul nu este plătitor de TVA/);
      t.advance(4 * DAY_MS);
      match(await terms(), /în lei, cu TVA inclus/);
    } finally {
      await http.close();
      await t.close();
    }
  });

  describe('on a whole server', () => {
    let exempt: TestServer;
    let payer: TestServer;
    before(async () => {
      exempt = await testServer();
      payer = await testServer({ OPERATOR_VAT: 'payer:2025-08-01,cash' });
    });
    after(() => Promise.all([exempt.close(), payer.close()]));

    it('tell the page whether prices hold the tax, and stand in the terms too', async () => {
      equal((await exempt.client().call(readOperator, {})).vat, 'exempt');
      equal((await payer.client().call(readOperator, {})).vat, 'payer-cash');
      const terms = async (server: TestServer) => (await server.client().fetch('/legal/terms')).text();
      match(await terms(exempt), /în lei\. Vânzătorul nu este plătitor de TVA \(regimul special/);
      match(await terms(payer), /în lei, cu TVA inclus\./);
    });
  });
});
