import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#domain/errors.ts';
import { type AnafBase, baseOf } from '#domain/invoices/anaf/sending.ts';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { keepPeriod } from '#server/payments/sending/keep-period.ts';
import { sendFromBefore } from '#server/payments/sending/send-again.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';
import { anafShop } from '#testing/shop/anaf-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const reason = 'Încărcată în SPV';
const WALKS = countDraws({ local: 1, ci: 4, soak: 100 });

const MODES = ['live', 'live', 'test', 'stand-in', 'export', 'off'] as const;
const steps = fc.array(
  fc.record({
    mode: fc.constantFrom(...MODES),
    isConnected: fc.boolean(),
    minutes: fc.integer({ min: 0, max: 6 }),
    issues: fc.constantFrom('real', 'real', 'trial', 'nothing'),
    slow: fc.boolean(),
    act: fc.constantFrom('nothing', 'nothing', 'press', 'mark'),
  }),
  { minLength: 5, maxLength: 12 },
);

describe('sending to ANAF through changes of the mode', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof anafShop>>;
  let presses = 0;
  /** Real documents that are issued now go by themselves. */
  let isOpen = true;
  /** Real documents that were issued while none were sent, until an admin presses. */
  let outside = new Set<string>();
  const press = () => {
    presses += 1;
    return { reason, key: `press-${String(presses).padStart(6, '0')}` };
  };
  before(async () => {
    t = await testApp();
    own = await anafShop(t);
    own.goTo('2026-12-02T08:00:00Z');
    await own.meetClocks();
    await own.connect();
  });
  after(async () => {
    await own.close();
    await t.close();
  });

  /** Starts the server anew in a mode; an admin connects it to ANAF, or has not yet. */
  async function enter(mode: (typeof MODES)[number], isConnected: boolean): Promise<void> {
    const base = baseOf(mode);
    Object.assign(own.app, { eFactura: mode, anaf: base && { ...own.anaf, mode: base } });
    const other: AnafBase = base === 'test' ? 'stand-in' : 'test';
    const connected = isConnected && base ? base : other;
    await own.app.db.updateTable('anaf_connection').set({ mode: connected }).execute();
    await keepPeriod(own.app);
    isOpen = mode === 'live' && (isConnected || isOpen);
  }

  async function issue(what: 'real' | 'trial' | 'nothing'): Promise<InvoiceRow[]> {
    if (what === 'nothing') return [];
    if (what === 'real') return [await own.issue()];
    const trial = await own.trial(own.app.now().toISOString());
    await makeInvoiceFiles(own.app, { invoiceId: trial.id });
    return [trial];
  }

  /** Marks a document that an admin is offered to mark. */
  async function markOne(): Promise<void> {
    if (own.app.eFactura === 'off') return;
    const { documents } = await listHandIns(own.app, {});
    const [document] = documents.filter(({ mayMark }) => mayMark);
    if (document)
      await markHandedIn(own.app, admin, { invoiceId: document.id, index: String(presses + 1), ...press() });
  }

  async function pressIfOffered(): Promise<void> {
    const { sendings, unsent } = await listHandIns(own.app, {});
    const sent = await sendFromBefore(own.app, admin, press()).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { released: 0 };
    });
    equal(sent.released, unsent?.since ? sendings.unsent : 0);
    if (isOpen) outside = new Set();
  }

  /** What was just issued while documents are sent waits for no press; what was issued outside does not go without one. */
  async function lookAtPress(issued: readonly InvoiceRow[]): Promise<void> {
    const real = issued.filter(({ mode }) => mode === 'live').map(({ id }) => id);
    if (!isOpen) outside = new Set([...outside, ...real]);
    const { documents } = await listHandIns(own.app, {});
    const pressed = documents.filter(({ sending }) => sending?.waitsForPress).map(({ id }) => id);
    if (isOpen)
      deepEqual(
        pressed.filter((id) => real.includes(id)),
        [],
      );
    const sent = (await own.rows()).filter(({ uploads }) => uploads > 0);
    deepEqual(
      sent.filter(({ invoice_id: id }) => outside.has(id)),
      [],
    );
  }

  /** No document reached ANAF twice, and each real one that is not handed in is in sight, with what it waits for. */
  async function look(documents: readonly InvoiceRow[]): Promise<void> {
    const { arrivals } = await own.office();
    const rows = await own.rows();
    const { documents: due, sendings, mode } = await listHandIns(own.app, {});
    for (const document of documents) {
      const row = rows.find(({ invoice_id: id }) => id === document.id);
      const sha = row?.xml_sha256;
      if (sha) ok(arrivals.filter(({ sha256 }) => sha256 === sha).length <= 1, document.id);
      if (document.mode !== 'live' || mode === 'off') continue;
      const marks = await own.app.db
        .selectFrom('hand_in_marks')
        .select('position')
        .where('invoice_id', '=', document.id)
        .execute();
      const isDone = row?.state === 'accepted' || marks.length % 2 === 1;
      equal(
        due.some(({ id }) => id === document.id),
        !isDone,
        document.id,
      );
    }
    const waiting = due.filter(({ sending }) => sending?.waitsForPress).length;
    const period = await own.app.db
      .selectFrom('efactura_periods')
      .select('base')
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (mode === 'live' && period?.base === 'live') equal(sendings.unsent, waiting);
  }

  it('sends no document twice and none unsaid: each is on its way, or waits in sight for a press or a mark', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        const documents: InvoiceRow[] = [];
        for (const { mode, isConnected, minutes, issues, slow, act } of drawn) {
          await enter(mode, isConnected);
          await own.setFaults(slow ? { state: 'slow:4' } : {});
          const issued = await issue(issues);
          documents.push(...issued);
          await own.run(minutes);
          await lookAtPress(issued);
          if (act === 'press') await pressIfOffered();
          if (act === 'mark') await markOne();
          await look(documents);
        }
        await enter('live', true);
        await own.setFaults({});
        await own.run(2);
        await pressIfOffered();
        await own.run(90);
        await look(documents);
        const { documents: due } = await listHandIns(own.app, {});
        deepEqual(
          due.map(({ name, sending }) => [name, sending?.state]),
          [],
        );
        const rows = await own.rows();
        for (const { id, mode } of documents) {
          const row = rows.find(({ invoice_id: of }) => of === id);
          if (row) equal(row.base === 'live', mode === 'live');
        }
      }),
      { numRuns: WALKS, endOnFailure: true },
    );
  });
});
