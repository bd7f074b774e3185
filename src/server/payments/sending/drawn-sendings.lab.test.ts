import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sendAgain } from '#server/payments/sending/send-again.ts';
import { sendDocuments } from '#server/payments/sending/send-documents.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';
import { anafShop } from '#testing/shop/anaf-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const DAYS = countDraws({ local: 1, ci: 6, soak: 200 });

const fault = fc.record(
  {
    api: fc.constantFrom('none', '429', '429-with-time', '500', '502-html', 'waf-html', 'reset'),
    upload: fc.constantFrom(
      ...['none', '500', 'waf-html', 'timeout-after', 'timeout-before', 'reset-after', 'reset-before'],
      ...['technical-1814', 'no-rights', '429'],
    ),
    state: fc.constantFrom(
      'none',
      'slow:3',
      'technical',
      'limit',
      '500',
      'waf-html',
      'nok:[BR-1] x',
      'xml-errors',
    ),
    download: fc.constantFrom('none', 'limit', 'limit-json', 'html', 'truncated', '500'),
    lists: fc.constantFrom('none', 'late:15', 'late:200', 'clock-behind', 'limit', 'html', '500'),
    times: fc.constantFrom(1, 2, 5, null),
  },
  { requiredKeys: [] },
);
const troubles = fc.array(
  fc.record({ fault, minutes: fc.integer({ min: 1, max: 180 }), issues: fc.boolean(), away: fc.boolean() }),
  { minLength: 4, maxLength: 14 },
);

describe('sending to ANAF when anything goes wrong', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof anafShop>>;
  before(async () => {
    t = await testApp();
    own = await anafShop(t, { callMs: 300 });
    own.goTo('2026-12-01T08:00:00Z');
    await own.meetClocks();
    await own.connect();
    await own.run(1);
  });
  after(async () => {
    await own.close();
    await t.close();
  });

  /** The job runs every few minutes, two servers at once now and then. */
  async function pass(minutes: number): Promise<void> {
    for (let at = 0; at < minutes; at += 5) {
      await Promise.all([sendDocuments(own.app), ...(at % 15 === 0 ? [sendDocuments(own.app)] : [])]);
      await own.advance(Math.min(5, minutes - at));
    }
  }

  it('leaves each document accepted exactly once, or rejected in sight of the admins', async () => {
    await fc.assert(
      fc.asyncProperty(troubles, async (drawn) => {
        const invoices: InvoiceRow[] = [await own.issue()];
        for (const { fault: faults, minutes, issues, away } of drawn) {
          await own.setFaults(faults);
          if (away) await own.sim('/away', { seconds: minutes * 40 });
          if (issues) invoices.push(await own.issue());
          await pass(minutes);
        }
        await own.setFaults({});
        await own.sim('/away', { seconds: 0 });
        await pass(15 * 60);
        for (const invoice of invoices) {
          const state = await own.stateOf(invoice);
          ok(state === 'accepted' || state === 'rejected', state);
          if (state === 'rejected')
            await sendAgain(own.app, admin, {
              invoiceId: invoice.id,
              reason: 'îndreptat',
              key: 'press-0001',
            });
        }
        await pass(15 * 60);
        const rows = await own.rows();
        const { documents, today } = await own.office();
        for (const invoice of invoices) {
          const row = rows.find(({ invoice_id: id }) => id === invoice.id);
          deepEqual([row?.state, row?.zip], ['accepted', 'kept']);
          const taken = documents.filter(({ sha256, stare }) => sha256 === row?.xml_sha256 && stare === 'ok');
          deepEqual(
            taken.map(({ index }) => index),
            [row?.upload_index],
          );
        }
        for (const [thing, count] of Object.entries(today)) {
          if (/stare/i.test(thing)) ok(count < 100, `${thing}: ${count}`);
          if (/descarcare/.test(thing)) ok(count < 10, `${thing}: ${count}`);
        }
      }),
      { numRuns: DAYS, endOnFailure: true },
    );
  });
});
