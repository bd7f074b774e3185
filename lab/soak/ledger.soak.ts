import { deepEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type TestApp, testApp } from '#testing/app.ts';
import { brokenBooks, ledgerCommands, playLedger } from '#testing/ledger-model.ts';

let t: TestApp;
describe('the ledger at length', () => {
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  test('5,000 long sequences of grants, holds, settlements and expiries agree with plain arithmetic', async () => {
    const play = fc.asyncProperty(ledgerCommands(120), (commands) => playLedger(t, commands));
    await fc.assert(play, { numRuns: 5000 });
    deepEqual(await brokenBooks(t), []);
  });
});
