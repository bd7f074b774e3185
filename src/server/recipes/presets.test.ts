import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { preset as presetShape } from '#contract/recipes/presets.ts';
import { DAY_MS } from '#domain/days.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { User } from '#server/app.ts';
import { editBatch } from '#server/batches/edit/edit-batch.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { addPresetVersion, deletePresetVersion } from '#server/recipes/edit-preset-versions.ts';
import { newerPresets, presetsAt, presetVersions } from '#server/recipes/preset-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';

describe('marketplace presets', () => {
  let t: TestApp;
  let admin: User;
  before(async () => {
    t = await testApp();
    admin = { ...(await t.newUser()), role: 'admin' };
  });
  after(() => t.close());

  const presets = () => presetsAt(t.app.db, t.app.now());
  const preset = async (key: string) => {
    const found = (await presets()).find((each) => each.key === key);
    ok(found, key);
    return found;
  };
  const autovit: OutputChoice[] = [{ kind: 'preset', preset: 'autovit' }];

  test('are there for every marketplace of the product, each in a form that the wire knows', async () => {
    const all = await presets();
    const figures = all.map(({ key, renditions, overlays }) => {
      const [{ width, height, fill, format, maxBytes } = assertMissing(key)] = renditions;
      return `${key} ${width}×${height} ${format} ${maxBytes ?? '–'} ${fill ?? '–'}${overlays ? '' : ' fără suprapuneri'}`;
    });
    deepEqual(figures, [
      'olx 1600×1200 jpeg 5000000 –',
      'autovit 1920×1440 jpeg 10000000 –',
      'emag-principal 1500×1500 jpeg 2000000 85 fără suprapuneri',
      'emag-secundar 1500×1500 jpeg 2000000 85 fără suprapuneri',
      'facebook-marketplace 1200×1200 jpeg 15000000 –',
      'vinted 1200×1600 jpeg 5000000 –',
      'instagram-postare 1080×1350 jpeg 15000000 –',
      'instagram-patrat 1080×1080 jpeg 15000000 –',
      'instagram-story 1080×1920 jpeg 15000000 –',
      'google-merchant 1500×1500 jpeg 16000000 80 fără suprapuneri',
      'storia-imobiliare 1920×1280 jpeg 10000000 –',
      'site 1600×1600 webp – –',
    ]);
    for (const each of all) deepEqual(presetShape.parse(each), each);
    deepEqual(
      (await preset('site')).renditions.map(({ suffix, width }) => [suffix, width]),
      [
        ['', 1600],
        ['_400', 400],
      ],
    );
  });

  test('say which shapes their place takes, with a source, and the day only where it is published', async () => {
    const shaped = (await presets()).filter(({ renditions: [first] }) => first?.fit !== 'inside');
    equal(shaped.length, 10);
    for (const { key, renditions, rules } of shaped) {
      const [{ width, height, aspects } = assertMissing(key)] = renditions;
      ok(aspects && aspects.least <= width / height && aspects.most >= width / height, key);
      ok(rules.shapes && rules.shapes.source !== '', key);
      equal(rules.shapes.verified !== null, rules.shapes.sourceUrl !== null, key);
    }
    const fixed = shaped.filter(({ renditions: [first] }) => first?.aspects?.least === first?.aspects?.most);
    deepEqual(
      fixed.map(({ key }) => key),
      ['emag-principal', 'instagram-patrat', 'instagram-story'],
    );
  });

  test('a new version counts from its date on; a run keeps the one it started with', async () => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 1);
    await editBatch(t.app, user, { batchId, edit: { outputs: autovit } });
    const old = await preset('autovit');
    const known = (await presetVersions(t.app.db)).length;
    const wider = {
      ...old,
      renditions: old.renditions.map((each) => ({ ...each, width: 2048, height: 1536 })),
    };
    const tomorrow = new Date(t.app.now().getTime() + DAY_MS);
    await addPresetVersion(t.app, admin, { preset: wider, validFrom: tomorrow });
    deepEqual(await preset('autovit'), old);
    await startBatch(t.app, user, { batchId, photoIds, cost: 1, idempotencyKey: 'intai-autovit' });
    t.advance(2 * DAY_MS);
    deepEqual(await preset('autovit'), wider);
    const { outputs } = await t.app.db
      .selectFrom('runs')
      .select('outputs')
      .where('batch_id', '=', batchId)
      .executeTakeFirstOrThrow();
    equal(outputs[0]?.renditions[0]?.width, 1920);
    equal((await presetVersions(t.app.db)).length, known + 1);
  });

  test('the past is not rewritten, and two versions of one instant are one too many', async () => {
    const olx = await preset('olx');
    const now = t.app.now().getTime();
    await rejects(addPresetVersion(t.app, admin, { preset: olx, validFrom: new Date(now - DAY_MS) }), {
      code: 'http/bad-request',
    });
    const later = new Date(now + 9 * DAY_MS);
    await addPresetVersion(t.app, admin, { preset: olx, validFrom: later });
    await rejects(addPresetVersion(t.app, admin, { preset: olx, validFrom: later }), {
      code: 'http/bad-request',
    });
    // A planned version can be taken back, once; one that has counted stays.
    await deletePresetVersion(t.app, admin, { key: 'olx', validFrom: later });
    const refused = { code: 'http/bad-request' };
    await rejects(deletePresetVersion(t.app, admin, { key: 'olx', validFrom: later }), refused);
    const [version] = (await presetVersions(t.app.db)).filter(({ key }) => key === 'olx');
    await rejects(
      deletePresetVersion(t.app, admin, { key: 'olx', validFrom: version?.validFrom ?? later }),
      refused,
    );
    const twice = { ...olx, renditions: [...olx.renditions, ...olx.renditions] };
    await rejects(addPresetVersion(t.app, admin, { preset: twice, validFrom: null }), {
      code: 'http/bad-request',
    });
    await rejects(addPresetVersion(t.app, admin, { preset: { ...olx, key: 'custom-1' }, validFrom: null }), {
      code: 'http/bad-request',
    });
  });

  test('a new one is offered from its date on, behind the others, to every batch', async () => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 1);
    const later = new Date(t.app.now().getTime() + DAY_MS);
    await addPresetVersion(t.app, admin, {
      preset: { ...(await preset('olx')), key: 'anunturi', label: 'Anunțuri' },
      validFrom: later,
    });
    const outputs: OutputChoice[] = [{ kind: 'preset', preset: 'anunturi' }];
    await rejects(editBatch(t.app, user, { batchId, edit: { outputs } }), { code: 'recipes/invalid' });
    t.advance(2 * DAY_MS);
    equal((await presets()).filter(({ withdrawn }) => !withdrawn).at(-1)?.key, 'anunturi');
    await editBatch(t.app, user, { batchId, edit: { outputs } });
    await startBatch(t.app, user, { batchId, photoIds, cost: 1, idempotencyKey: 'anunturi-de-acum' });
  });

  test('a withdrawn one goes to the end, is refused by its name at the start, and the batch still opens', async () => {
    const user = await t.newUser();
    const { batchId, photoIds } = await t.newBatch(user, 1);
    const choices: OutputChoice[] = [{ kind: 'preset', preset: 'vinted' }];
    await editBatch(t.app, user, { batchId, edit: { outputs: choices } });
    await addPresetVersion(t.app, admin, {
      preset: { ...(await preset('vinted')), withdrawn: true },
      validFrom: null,
    });
    equal((await presets()).at(-1)?.key, 'vinted');
    await rejects(startBatch(t.app, user, { batchId, photoIds, cost: 1, idempotencyKey: 'vinted-retras' }), {
      code: 'recipes/preset-withdrawn',
      details: { label: 'Vinted' },
    });
    await editBatch(t.app, user, { batchId, edit: { outputs: [...choices, ...autovit] } });
  });

  test('eMAG’s main picture is the cover alone and its further ones the others, since a new version of both', async () => {
    deepEqual(
      [(await preset('emag-principal')).rules.photos, (await preset('emag-secundar')).rules.photos],
      ['cover', 'others'],
    );
    equal((await preset('emag-secundar')).rules.whiteBackground, true);
    const versions = await presetVersions(t.app.db);
    deepEqual(
      versions.flatMap(({ key, rules }) => (key === 'emag-principal' ? [rules.photos ?? 'all'] : [])),
      ['cover', 'all', 'all'],
    );
  });

  test('the program’s newer rules are shown beside an admin’s own version until the admin adds another', async () => {
    deepEqual(await newerPresets(t.app.db), []);
    const { rules } = await preset('emag-principal');
    const row = { key: 'emag-principal', rules: JSON.stringify(rules) };
    await t.app.db.insertInto('newer_presets').values(row).execute();
    deepEqual(await newerPresets(t.app.db), [{ key: 'emag-principal', rules }]);
    await addPresetVersion(t.app, admin, { preset: await preset('emag-principal'), validFrom: null });
    deepEqual(await newerPresets(t.app.db), []);
  });

  test('a batch stores no preset that never was, and none twice', async () => {
    const user = await t.newUser();
    const { batchId } = await t.newBatch(user, 0);
    for (const outputs of [[...autovit, ...autovit], [{ kind: 'preset', preset: 'okazii' } as const]])
      await rejects(editBatch(t.app, user, { batchId, edit: { outputs } }), { code: 'recipes/invalid' });
  });
});

function assertMissing(key: string): never {
  throw new Error(`${key} delivers nothing`);
}
