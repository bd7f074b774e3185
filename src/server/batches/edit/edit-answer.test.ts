import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BatchPatched } from '#contract/batch-patch.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { mergePatch } from '#web/api/live/apply-event.ts';

const TURNED = { ...NO_OVERRIDES, rotate: 90 } as const;
const BY_MARGINS = { ...DEFAULT_RECIPE, cropBy: 'margins' } as const;

describe('the answer to an edit of a batch', () => {
  let t: TestApp;
  before(async () => {
    t = await testApp();
  });
  after(() => t.close());

  it('is as long for 300 photos as for 3', async () => {
    const lengths = [];
    for (const photos of [3, 30, 300]) {
      const user = await t.newUser();
      const { batchId, photoIds } = await t.newBatch(user, photos);
      const edits = [
        { name: 'Dacia Logan 2009' },
        { recipe: BY_MARGINS },
        { filePattern: '{lot}_{nr:02}' },
        { exceptions: { [photoIds[0] ?? '']: TURNED } },
      ];
      const own = [];
      for (const edit of edits)
        own.push(Buffer.byteLength(JSON.stringify((await editBatch(t.app, user, { batchId, edit })).patch)));
      lengths.push(own);
    }
    const [three] = lengths;
    assert.deepEqual(lengths, [three, three, three]);
    assert.ok(three?.every((bytes) => bytes > 10 && bytes < 2000));
  });

  it('is the event that the live stream brings, and leads from one reading of the batch to the next', async () => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 3);
    const other = await t.newBatch(user, 1);
    const [a = '', b = ''] = photoIds;
    const answers: BatchPatched[] = [];
    const edits = [
      { name: '  Țeavă/bară ' },
      { recipe: BY_MARGINS },
      { recipe: DEFAULT_RECIPE },
      { exceptions: { [a]: TURNED, [b]: TURNED, [other.photoIds[0] ?? '']: TURNED } },
      { exceptions: { [a]: { ...NO_OVERRIDES, bare: true }, [b]: null } },
      { photoIds: photoIds.toReversed() },
      { photoIds: [b], filePattern: '' },
      {},
    ];
    for (const edit of edits) {
      const held = await readBatch(t.app, user.id, batchId);
      const answer = await editBatch(t.app, user, { batchId, edit });
      assert.equal(answer.rev, held.rev + 1);
      const merged = mergePatch(JSON.parse(JSON.stringify(held)), JSON.parse(JSON.stringify(answer.patch)));
      const fresh = await readBatch(t.app, user.id, batchId);
      assert.deepEqual({ ...(merged as object), rev: answer.rev }, JSON.parse(JSON.stringify(fresh)));
      answers.push(answer);
    }
    const rows = await t.app.db
      .selectFrom('live_events')
      .select('event')
      .where('user_id', '=', user.id)
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      rows.flatMap(({ event }) => (event.type === 'patch' ? [event] : [])),
      JSON.parse(JSON.stringify(answers)),
    );
  });
});
