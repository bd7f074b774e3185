import { deepEqual, equal, match, notEqual, rejects } from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chooseModel, readModel, readModels } from '#contract/admin/admin.ts';
import { listAuditEntries } from '#contract/admin/admin-actions.ts';
import { readOverview } from '#contract/admin/admin-overview.ts';
import { makeCutout } from '#contract/photos.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { MODEL_CHOSEN } from '#server/admin/models/follow-choice.ts';
import { storeModelChoice } from '#server/admin/models/model-choice-store.ts';
import { type ModelMirror, modelMirror, sendStatus, silentAfter } from '#testing/files/model-mirror.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

describe('the model that admins see and choose', () => {
  let folder: TemporaryFolder;
  let mirror: ModelMirror;
  let server: TestServer;
  let admin: Client & { uid: string };
  before(async () => {
    folder = await makeTemporaryFolder();
    mirror = await modelMirror(join(folder.path, 'mirror'));
    const { manifest, address, bytes } = mirror.model('redness');
    const path = join(folder.path, 'redness.json');
    await writeFile(path, JSON.stringify({ ...manifest, address, bytes }));
    server = await testServer({ CUTOUT_MODEL: path });
    admin = await adminOf(server);
  });
  after(async () => {
    await server.close();
    await mirror.close();
    await folder.remove();
  });

  const adminOf = async (of: TestServer) => {
    const person = await of.newUser();
    await of.database.pool.query("update users set role = 'admin' where id = $1", [person.uid]);
    return person;
  };
  const models = () => admin.call(readModels, {});
  // In process: so many requests would be too many where the image processes have to wait for a busy machine.
  const getStatus = async () => server.app.cutoutModels.getStatus();
  const becomes = async (state: string) => {
    await pollUntil(getStatus, (status) => status.state === state);
    return models();
  };

  it('is listed with all others, its licence, its size and what is known of its cost', async () => {
    const { isOpen, state, choice, chosen, inUse, models: all } = await models();
    deepEqual([isOpen, state, choice, chosen, inUse], [true, 'idle', 'own', 'own', null]);
    deepEqual(
      all.map(({ key, licence, isHere }) => [key, licence, isHere]),
      [
        ['own', 'CC0', false],
        ['u2netp', 'Apache-2.0', false],
        ['isnet-general-use', 'Apache-2.0', false],
      ],
    );
    equal((await admin.call(readModel, {})).model, null);
    equal((await admin.call(readOverview, {})).model, null);
  });

  it('is fetched when a person’s photo is first cut out, and tells how far it is', async () => {
    const person = await server.newUser();
    mirror.next(sendStatus(503));
    const [photoId = ''] = await uploadPhotos(person, [1]);
    equal((await models()).state, 'idle');
    const hints = { params: { photoId }, body: { ...NO_HINTS, strokes: [] } };
    const cutOut = async () => (await person.call(makeCutout, hints)).cutout;
    notEqual((await cutOut())?.engine, 'model');
    const { problem } = await becomes('waiting');
    deepEqual(problem, { kind: 'refused', detail: 'HTTP 503' });
    equal((await admin.call(readOverview, {})).model?.name, 'Redness');
    mirror.next(silentAfter(100));
    await admin.call(chooseModel, { body: { choice: 'own' } });
    await pollUntil(getStatus, ({ state, doneBytes }) => state === 'fetching' && doneBytes === 100);
    deepEqual((await admin.call(readOverview, {})).model?.doneBytes, 100);
    mirror.cut();
    await becomes('waiting');
    await admin.call(chooseModel, { body: { choice: 'own' } });
    equal((await becomes('here')).inUse, 'own');
    const { model } = await admin.call(readModel, {});
    deepEqual([model?.name, model?.problem, model?.remark], ['Redness', null, null]);
    equal((await admin.call(readOverview, {})).model, null);
  });

  it('is thrown away and fetched again where its next trial finds the file damaged', async () => {
    const file = join(server.dataDir, 'models/own/model.onnx');
    await writeFile(file, Buffer.alloc(mirror.bytes.length));
    // Acts like a restart: a process that has loaded the model would not look.
    await utimes(join(server.dataDir, 'models/own/model.json'), 0, 0);
    mirror.next(silentAfter(100));
    match((await admin.call(readModel, {})).model?.problem ?? '', /sha256/);
    const { wasDamaged } = await becomes('fetching');
    equal(wasDamaged, true);
    mirror.cut();
    await becomes('waiting');
    await admin.call(chooseModel, { body: { choice: 'own' } });
    equal((await becomes('here')).wasDamaged, false);
    equal((await admin.call(readModel, {})).model?.problem, null);
  });

  it('is switched off and on again by an admin, which the audit log keeps and a restart respects', async () => {
    equal((await admin.call(chooseModel, { body: { choice: 'off' } })).state, 'refused');
    equal((await admin.call(readModel, {})).model, null);
    const { rows } = await server.database.pool.query('select choice from cutout_model_choice');
    deepEqual(rows, [{ choice: 'off' }]);
    await admin.call(chooseModel, { body: { choice: 'own' } });
    equal((await admin.call(readModel, {})).model?.name, 'Redness');
    const { acts } = await admin.call(listAuditEntries, {});
    const [back, off] = acts.filter(({ kind }) => kind === 'model-chosen');
    deepEqual([back?.subject, back?.details], ['own', { before: 'off', name: 'Redness' }]);
    deepEqual([off?.subject, off?.details], ['off', { before: 'own' }]);
  });

  it('is taken over by the other processes of an installation', async () => {
    for (const choice of ['off', 'own']) {
      // An admin chose at another process: this one hears of it, and looks.
      await server.app.change(({ tx }) => storeModelChoice(tx, choice));
      await server.app.live.wake(MODEL_CHOSEN);
      await pollUntil(
        async () => server.app.cutoutModels.getStatus().choice,
        (chosen) => chosen === choice,
      );
    }
  });

  it('may be chosen in several tabs at once', async () => {
    const chosen = ['off', 'own', 'off', 'own', 'off'].map((choice) =>
      admin.call(chooseModel, { body: { choice } }),
    );
    equal((await Promise.allSettled(chosen)).filter(({ status: end }) => end === 'rejected').length, 0);
  });

  it('is one of the catalogue: any other is refused', async () => {
    for (const choice of ['u2net', '../u2netp'])
      await rejects(admin.call(chooseModel, { body: { choice } }), { status: 400 });
  });

  it('is not for admins to choose where the settings decide, but listed with its size', async (t) => {
    const { manifest, bytes } = mirror.model('redness');
    await writeFile(join(folder.path, 'redness.onnx'), mirror.bytes);
    const path = join(folder.path, 'beside.json');
    await writeFile(path, JSON.stringify(manifest));
    const closed = await testServer({ CUTOUT_MODEL: path });
    t.after(() => closed.close());
    const person = await adminOf(closed);
    const { isOpen, state, inUse, models: all } = await person.call(readModels, {});
    deepEqual([isOpen, state, inUse], [false, 'own', null], 'only its trial can say that it cuts out');
    deepEqual(
      all.map((model) => [model.name, model.bytes, model.isHere, model.coreSeconds]),
      [['Redness', bytes, true, null]],
    );
    await rejects(person.call(chooseModel, { body: { choice: 'u2netp' } }), { code: 'photos/model-is-set' });
  });
});
