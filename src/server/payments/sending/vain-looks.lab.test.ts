import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { markHandedIn, undoHandIn } from '#server/payments/hand-in/mark-handed-in.ts';
import { sendFromBefore } from '#server/payments/sending/send-again.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { invoiceKey } from '#server/photos/file-keys.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { anafShop } from '#testing/shop/anaf-shop.ts';

const admin = { id: 'usr_admin', role: 'admin', sessionId: 'ses' } as const;
const reason = 'Încărcată în SPV';

describe('a document without an answer from ANAF that may not be sent again', () => {
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
  beforeEach(() => own.setFaults({}));

  /** A document whose only upload never arrived, and got no answer. */
  async function issueUnknown(): Promise<InvoiceRow> {
    await own.setFaults({ upload: 'timeout-before', times: 1 });
    const document = await own.issue();
    await own.run(10);
    await own.setFaults({});
    equal(await own.stateOf(document), 'unknown');
    return document;
  }
  const countLooks = async () =>
    (await own.office()).calls.filter(({ path }) => /listaMesaje.*filtru=T/.test(path)).length;
  /** Returns how often ANAF's list was read on each of some days. */
  async function liveDays(days: number): Promise<number[]> {
    const looks: number[] = [];
    for (let day = 0; day < days; day += 1) {
      const before = await countLooks();
      for (let step = 0; step < 72; step += 1) {
        await own.run(1);
        await own.advance(19);
      }
      looks.push((await countLooks()) - before);
    }
    return looks;
  }
  /** Ends the time of sending, and begins another one. */
  async function sendNothingFor(minutes: number, meanwhile = async () => {}): Promise<void> {
    const { anaf } = own.app;
    Object.assign(own.app, { eFactura: 'export', anaf: null });
    await own.run(minutes);
    await meanwhile();
    Object.assign(own.app, { eFactura: 'live', anaf });
  }

  it('is looked for ever less often while an admin’s mark or an earlier time of sending holds it, and goes at once when let', async () => {
    const [marked, early] = [await issueUnknown(), await issueUnknown()];
    await sendNothingFor(5, () =>
      markHandedIn(own.app, admin, { invoiceId: marked.id, index: '77', reason, key: 'press-000001' }),
    );
    const [first = 0, , ...later] = await liveDays(4);
    ok(first > 10 && first < 80, `${first} looks`);
    for (const looks of later) ok(looks <= 2, `${looks} looks`);
    const { documents, sendings } = await listHandIns(own.app, {});
    deepEqual(
      [sendings.unsent, documents.find(({ id }) => id === early.id)?.sending?.state],
      [1, 'unknown'],
      'it stays in sight',
    );
    await undoHandIn(own.app, admin, { invoiceId: marked.id, reason, key: 'press-000002' });
    await sendFromBefore(own.app, admin, { reason, key: 'press-000003' });
    await own.run(10);
    deepEqual([await own.stateOf(marked), await own.stateOf(early)], ['accepted', 'accepted']);
  });

  it('is looked for ever less often while its file is missing', async () => {
    const { id } = await issueUnknown();
    await own.app.files.remove([invoiceKey(id, 'xml')]);
    const [first = 0, , ...later] = await liveDays(4);
    ok(first > 5 && first < 40, `${first} looks`);
    for (const looks of later) ok(looks <= 1, `${looks} looks`);
    ok(
      (await listHandIns(own.app, {})).documents.some((each) => each.id === id),
      'it stays in sight',
    );
  });
});
