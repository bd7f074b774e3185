import { deepEqual, equal } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import type { Result } from '#contract/results.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import type { App, User } from '#server/app.ts';
import { addPhotos, editBatch, removePhotos } from '#server/batches/edit/edit-batch.ts';
import { renamePhoto } from '#server/batches/photos/edit-photo.ts';
import { cancelRun } from '#server/batches/runs/cancel-run.ts';
import { type Claim, claimPhoto } from '#server/batches/runs/claim-store.ts';
import { finishPhoto } from '#server/batches/runs/finish-photo.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { restorePhotos, trashPhotos } from '#server/batches/trash/trash-photos.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { grantCredits } from '#server/credits/grant-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { buildResult } from '#testing/worker.ts';

const OUTPUTS = ['olx', 'autovit', 'site'];
/** More finished photos of a large batch say nothing new. */
const ENOUGH = 30;

interface Batch {
  readonly user: User;
  readonly batchId: string;
  readonly runId: string;
  readonly photoIds: readonly string[];
}

describe('a finished photo', () => {
  let t: TestApp;
  let app: App;
  /** Rows that the database has given out. */
  let rowsRead = 0;
  before(async () => {
    t = await testApp();
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rowsRead += result.rows.length;
        return result;
      },
    };
    const db = t.app.db.withPlugin(counter);
    app = {
      ...t.app,
      db,
      change: createTransactionRunner(db, { now: t.app.now, log: t.app.log, notify: async () => {} }),
    };
  });
  afterEach(async () => {
    for (let claim = await claimPhoto(app); claim !== null; claim = await claimPhoto(app))
      await finishPhoto(app, claim, { state: 'failed', error: { code: 'photos/corrupt', details: {} } });
  });
  after(() => t.close());

  /** A batch of which every photo waits in a run. */
  async function started(photos: number): Promise<Batch> {
    const user = await t.newUser();
    await app.db.updateTable('users').set({ plan: 'dealer' }).where('id', '=', user.id).execute();
    const cost = Math.ceil(photos / 20);
    await app.change(async ({ tx }) => {
      await lockCreditAccount(tx, user.id, app.now());
      const id = app.newId('grt');
      const grant = { id, source: 'bought', amount: cost, expiresAt: null, ref: id, actor: 'test' } as const;
      await grantCredits(tx, { ...grant, userId: user.id });
    });
    const { batchId, photoIds } = await t.newBatch(user, photos);
    await startBatch(app, user, { batchId, photoIds, cost, idempotencyKey: batchId });
    const { run } = await readBatch(app, user.id, batchId);
    return { user, batchId, photoIds, runId: run?.id ?? '' };
  }

  /** Hands in three files of the next photo; returns what that took and what was said of it. */
  async function finishNext({ user }: Batch) {
    rowsRead = 0;
    const claim = (await claimPhoto(app)) as Claim;
    equal(claim.ownerId, user.id);
    const results = OUTPUTS.map((key) => {
      const { spec, ...rest } = buildResult(app, claim);
      return { ...rest, spec: { ...spec, key, label: key } };
    });
    equal(await finishPhoto(app, claim, { state: 'done', results }), true);
    const rows = rowsRead;
    const { event } = await app.db
      .selectFrom('live_events')
      .select('event')
      .where('user_id', '=', user.id)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const patch = (event.type === 'patch' ? event.patch : {}) as { results?: Record<string, Result | null> };
    return { claim, rows, patch };
  }

  const takenAt = (photoId: string, at: string) =>
    app.db.updateTable('photos').set({ taken_at: at }).where('id', '=', photoId).execute();

  /** One minute after the other. */
  const allTakenAt = async (photoIds: readonly string[]) => {
    for (const [n, photoId] of photoIds.entries())
      await takenAt(photoId, `2026-01-02T00:${String(n).padStart(2, '0')}:00`);
  };

  /** A number has as many digits as the batch's last one: of the names only how they begin counts. */
  const bytesOf = (patch: object) => JSON.stringify(patch).replace(/_\d+\.jpg"/g, '.jpg"').length;

  it('costs the same rows and bytes in a batch of 3, 30 and 300', async () => {
    const figures = new Set<string>();
    for (const photos of [3, 30, 300]) {
      const batch = await started(photos);
      // The last one ends the run, once: it settles all of its photos.
      for (let n = 1; n < Math.min(photos, ENOUGH); n++) {
        const { rows, patch } = await finishNext(batch);
        equal(Object.keys(patch.results ?? {}).length, OUTPUTS.length);
        figures.add(`${rows} rows, ${bytesOf(patch)} bytes`);
      }
      await cancelRun(app, batch.user, { batchId: batch.batchId, runId: batch.runId });
    }
    equal(figures.size, 1, [...figures].join('; '));
  });

  it('is told as the batch itself has it, with its name by its place, whatever was changed during the run', async () => {
    const batch = await started(14);
    const { user, batchId, photoIds } = batch;
    const [first = '', second = ''] = photoIds;
    const [early = '', last = ''] = photoIds.slice(-2);
    // As uploads count them: dragged into the order of their arrival, photos keep their positions.
    await app.db
      .updateTable('batch_photos')
      .set(({ eb }) => ({ position: eb('position', '+', 1) }))
      .where('batch_id', '=', batchId)
      .execute();
    const added = await t.addReadyPhotos(user, (await t.newBatch(user, 0)).batchId, 90);
    const edit = (changed: Parameters<typeof editBatch>[2]['edit']) =>
      editBatch(app, user, { batchId, edit: changed });
    const steps: [name: string, change: () => Promise<unknown>][] = [
      ['Dacia Logan_01.jpg', async () => {}],
      ['Dacia Logan_01.jpg', () => renamePhoto(app, user, { photoId: first, wanted: 'Z unu' })],
      ['Dacia Logan_01.jpg', () => renamePhoto(app, user, { photoId: second, wanted: 'Y doi' })],
      ['Dacia Logan_05.jpg', () => allTakenAt([early, ...photoIds.filter((id) => id !== early)])],
      ['Dacia Logan_05.jpg', () => edit({ photoIds: [...photoIds] })],
      ['Dacia Logan_09.jpg', () => edit({ photoIds: [...photoIds].reverse() })],
      ['Dacia Logan_008.jpg', () => addPhotos(app, user, { batchId, photoIds: added })],
      ['Dacia Logan_006.jpg', () => trashPhotos(app, user, [last])],
      ['Dacia Logan_006.jpg', () => restorePhotos(app, user, [last])],
      ['Dacia Logan_05.jpg', () => removePhotos(app, user, { batchId, photoIds: added.slice(1) })],
      ['0010 4.jpg', () => edit({ filePattern: '{original} {nr}' })],
      ['Skoda_03.jpg', () => edit({ name: 'Skoda', filePattern: '' })],
    ];
    const names: string[] = [];
    for (const [, change] of steps) {
      await change();
      const { claim, patch } = await finishNext(batch);
      const { results } = await readBatch(app, user.id, batchId);
      const own = Object.values(results).filter(({ photoId }) => photoId === claim.photoId);
      equal(own.length, OUTPUTS.length);
      deepEqual(patch.results, Object.fromEntries(own.map((result) => [result.id, result])));
      names.push(own[0]?.fileName ?? '');
    }
    deepEqual(
      names,
      steps.map(([name]) => name),
    );
  });

  it('that left the batch meanwhile has no result to show', async () => {
    const batch = await started(3);
    const claim = (await claimPhoto(app)) as Claim;
    equal(claim.batchId, batch.batchId);
    await removePhotos(app, batch.user, { batchId: batch.batchId, photoIds: [claim.photoId] });
    const result = buildResult(app, claim);
    equal(await finishPhoto(app, claim, { state: 'done', results: [result] }), true);
    const events = await app.db
      .selectFrom('live_events')
      .select('event')
      .where('user_id', '=', batch.user.id)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    deepEqual(
      events.map(({ event }) => event.type === 'patch' && event.patch),
      [
        {
          run: { photos: { [claim.photoId]: { state: 'done', error: null } } },
          results: { [result.id]: null },
          outputLabels: { olx: 'OLX' },
        },
      ],
    );
  });
});
