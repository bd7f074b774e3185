import { deepEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { PLANS } from '#domain/plans/plan.ts';
import { readSubscription } from '#domain/plans/subscription.ts';
import { readTrial } from '#domain/plans/trial.ts';
import { DOCUMENT_COLUMNS } from '#server/users/document-fields.ts';
import { readStoredFields } from '#server/users/user-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';

const instant = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const drawnColumn = (name: string) => {
  if (name === 'plan') return fc.constantFrom(...PLANS, 'platinum');
  if (name.endsWith('_status')) return fc.constant('active');
  return fc.option<Date | boolean>(name.endsWith('_at') ? instant : fc.boolean(), { nil: null });
};

describe('plan and trial of a document, current and legacy fields', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  test('read the same in SQL as on the screen', async () => {
    const { id } = await t.newUser();
    const columns = fc.record(Object.fromEntries(DOCUMENT_COLUMNS.map((name) => [name, drawnColumn(name)])));
    const look = fc.asyncProperty(columns, async (drawn) => {
      await t.app.db.updateTable('users').set(drawn).where('id', '=', id).execute();
      const stored = await readStoredFields(t.app.db, id);
      const { status: _, ...subscription } = readSubscription(stored);
      const trial = readTrial(stored);
      const row = await t.app.db
        .selectFrom('plans_as_read')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      deepEqual(row, {
        id,
        plan: subscription.plan,
        activated_at: subscription.activatedAt,
        renew_at: subscription.renewAt,
        expires_at: subscription.expiresAt,
        cancel_at_period_end: subscription.cancelAtPeriodEnd,
        trial_used: trial.used,
        trial_activated_at: trial.activatedAt,
        trial_expires_at: trial.expiresAt,
      });
    });
    await fc.assert(look, { seed: 37 });
  });
});
