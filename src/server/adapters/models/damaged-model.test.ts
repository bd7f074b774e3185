import { deepEqual, equal } from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type ModelMirror, modelMirror, sendWholeFile, silentAfter } from '#testing/files/model-mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { createCutoutModels } from './create.ts';
import type { CutoutModels } from './port.ts';

describe('a fetched model that fails', () => {
  let folder: TemporaryFolder;
  let mirror: ModelMirror;
  let models: CutoutModels;
  let lines: string[] = [];
  before(async () => {
    folder = await makeTemporaryFolder();
    mirror = await modelMirror(join(folder.path, 'mirror'));
  });
  after(async () => {
    await mirror.close();
    await folder.remove();
  });
  afterEach(async () => {
    await models.close();
    mirror.behave(sendWholeFile);
    mirror.asked.length = 0;
    lines = [];
    await rm(join(folder.path, 'data'), { recursive: true });
  });

  const note = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
  const becomes = async (state: string) => {
    while (models.getStatus().state !== state) await turn();
  };
  /** Returns its manifest. */
  async function fetched(setting = 'u2netp'): Promise<string> {
    models = createCutoutModels({
      dataDir: join(folder.path, 'data'),
      setting,
      operatorManifest: null,
      choice: null,
      mirror: '',
      proxy: '',
      now: () => new Date('2026-11-23T10:00:00Z'),
      files: { room: async () => ({ freeBytes: 1e12, totalBytes: 2e12 }) },
      log: { info: () => {}, warn: note('warn'), error: note('error') },
      catalogue: [mirror.model('u2netp'), { ...mirror.model('isnet-general-use'), witness: 'u2netp' }],
    });
    models.fetchIfMissing();
    await becomes('here');
    return models.getManifestPath() ?? '';
  }

  const otherBytesOf = (bytes: Uint8Array) => bytes.map((byte, i) => (i === 100 ? byte ^ 1 : byte));

  it('because its file is damaged is thrown away, reported once and fetched again', async () => {
    const manifest = await fetched();
    const file = join(dirname(manifest), 'model.onnx');
    await writeFile(file, otherBytesOf(await readFile(file)));
    mirror.next(silentAfter(100));
    for (let photo = 0; photo < 3; photo++) models.recheckModel(manifest);
    await becomes('fetching');
    models.recheckModel(manifest);
    deepEqual([models.getManifestPath(), models.getStatus().wasDamaged], [null, true]);
    while (models.getStatus().doneBytes < 100) await turn();
    mirror.cut();
    await becomes('waiting');
    models.setChoice('u2netp');
    await becomes('here');
    equal(models.getStatus().wasDamaged, false);
    deepEqual(await readFile(file), mirror.bytes);
    deepEqual(lines, [
      'error: the file of a cut-out model is damaged: it was thrown away',
      'warn: a cut-out model could not be fetched; tried again later',
    ]);
  });

  it('as a witness with a damaged file is thrown away and fetched again as well; the model serves meanwhile', async () => {
    const manifest = await fetched('isnet-general-use');
    while (models.getWitnessPath() === null) await turn();
    const witness = models.getWitnessPath() ?? '';
    await writeFile(join(dirname(witness), 'model.onnx'), otherBytesOf(mirror.bytes));
    models.recheckModel(witness);
    while (models.getWitnessPath() !== null) await turn();
    deepEqual([models.getManifestPath(), models.getStatus().state], [manifest, 'here']);
    while (models.getWitnessPath() === null) await turn();
    deepEqual(await readFile(join(dirname(witness), 'model.onnx')), mirror.bytes);
    deepEqual(lines, ['error: the file of a cut-out model is damaged: it was thrown away']);
  });

  it('for another reason than its file is kept', async () => {
    const manifest = await fetched();
    models.recheckModel(manifest);
    await models.close();
    deepEqual(
      [models.getManifestPath(), models.getStatus().state, mirror.asked.length],
      [manifest, 'here', 1],
    );
    deepEqual(lines, []);
  });
});
