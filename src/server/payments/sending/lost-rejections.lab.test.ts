import { deepEqual, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { listHandIns } from '#server/payments/hand-in/hand-ins-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { countDraws } from '#testing/draws.ts';
import { anafShop } from '#testing/shop/anaf-shop.ts';

const LOSSES = countDraws({ local: 2, ci: 8, soak: 200 });
const WORDS = '[BR-RO-110]-Judetul lipseste';

/** What is lost of ANAF's answers on a document that it rejects: to the upload, then to the questions how far it is, then its file. */
const losses = fc.record({
  upload: fc.constantFrom('none', 'timeout-after', 'reset-after'),
  api: fc.constantFrom('none', '500', '502-html', 'waf-html', 'reset', '429'),
  download: fc.constantFrom('none', 'limit', 'html', 'truncated', '500'),
  lists: fc.constantFrom('none', 'late:200', '500'),
  minutes: fc.integer({ min: 1, max: 240 }),
});

describe('a document that ANAF rejected', () => {
  let t: TestApp;
  let own: Awaited<ReturnType<typeof anafShop>>;
  before(async () => {
    t = await testApp();
    own = await anafShop(t, { callMs: 1000 });
    own.goTo('2026-12-01T08:00:00Z');
    await own.meetClocks();
    await own.connect();
    await own.run(1);
  });
  after(async () => {
    await own.close();
    await t.close();
  });

  /** The job runs every few minutes, while ANAF rejects what it works on and loses answers. */
  async function pass(minutes: number, faults: object): Promise<void> {
    for (let at = 0; at < minutes; at += 5) {
      await own.setFaults({ state: `nok:${WORDS}`, ...faults });
      await own.run(1);
      await own.advance(4);
    }
  }

  it('is rejected here too, in ANAF’s words, whichever answers were lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(losses, async ({ upload, minutes, ...others }) => {
        const invoice = await own.issue();
        await pass(1, { upload, times: 1 });
        // ANAF has judged it before any question got an answer.
        await own.sim('/process', {});
        await pass(minutes, others);
        await pass(14 * 60, {});
        const row = (await own.rows()).find(({ invoice_id: id }) => id === invoice.id);
        deepEqual([row?.state, row?.errors], ['rejected', WORDS]);
        const { documents, sendings } = await listHandIns(own.app, {});
        const shown = documents.find(({ id }) => id === invoice.id);
        match(shown?.sending?.errors ?? '', /Judetul lipseste/);
        ok(sendings.rejected > 0);
      }),
      { numRuns: LOSSES, endOnFailure: true },
    );
  });
});
