import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { CUTOUT_MODELS, type FetchableModel, pauseAfter } from '#domain/photos/cutout-models.ts';
import { formatPaceNote, PACE_NOTE } from '#domain/photos/model-pace.ts';
import { checkModel } from '#imaging/cutout/model/model-check.ts';
import { openModel, runModel } from '#imaging/cutout/model/open-model.ts';
import { drawDisc } from '#imaging/cutout/model/trial-pictures.ts';
import {
  type ModelMirror,
  modelMirror,
  otherBytes,
  sendStatus,
  sendWholeFile,
  silentAfter,
} from '#testing/files/model-mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { createCutoutModels, type ModelsOptions, manifestsIn } from './create.ts';
import { modelFolder } from './model-folder.ts';
import type { CutoutModels } from './port.ts';

const GIB = 1024 ** 3;

describe('the model that the server fetches', () => {
  let folder: TemporaryFolder;
  let mirror: ModelMirror;
  let dataDir: string;
  let lines: string[];
  let started: CutoutModels[];
  before(async () => {
    folder = await makeTemporaryFolder();
    mirror = await modelMirror(join(folder.path, 'mirror'));
  });
  after(async () => {
    await mirror.close();
    await folder.remove();
  });
  beforeEach(() => {
    [lines, started, dataDir] = [[], [], join(folder.path, 'data')];
  });
  afterEach(async () => {
    await Promise.all(started.map((models) => models.close()));
    mirror.behave(sendWholeFile);
    mirror.asked.length = 0;
    await rm(dataDir, { recursive: true, force: true });
  });

  const note = (level: string) => (fields: object, message: string) => {
    const { problem } = fields as { problem?: string };
    lines.push([level, message, ...(problem ? [problem] : [])].join(': '));
  };
  function server(changes: Partial<ModelsOptions> = {}): CutoutModels {
    const models = createCutoutModels({
      dataDir,
      setting: 'u2netp',
      operatorManifest: null,
      choice: null,
      mirror: '',
      proxy: '',
      files: { room: async () => ({ freeBytes: 1e12, totalBytes: 2e12 }) },
      log: { info: note('info'), warn: note('warn'), error: note('error') },
      now: () => new Date('2026-11-23T10:00:00Z'),
      availableMemory: () => 24 * GIB,
      cores: 2,
      catalogue: ['u2netp', 'isnet-general-use'].map((key) => mirror.model(key)),
      ...changes,
    });
    started.push(models);
    return models;
  }
  async function becomes(models: CutoutModels, state: string): Promise<void> {
    while (models.getStatus().state !== state) await turn();
  }
  const arrived = async (models: CutoutModels, bytes: number) => {
    while (models.getStatus().doneBytes < bytes) await turn();
  };
  const notePace = async (seconds: number, processor = cpus()[0]?.model) => {
    const note = join(dataDir, 'models', 'u2netp', PACE_NOTE);
    await mkdir(dirname(note), { recursive: true });
    await writeFile(note, formatPaceNote({ arch: process.arch, processor }, seconds));
  };
  const paths = () => mirror.asked.map(({ path }) => path);
  const isBegun = (key = 'u2netp') => existsSync(join(dataDir, 'models', key, 'model.onnx.part'));

  it('is fetched when a cut-out is first wanted, not before, and is one that an image process can use', async () => {
    const models = server();
    equal(models.getStatus().state, 'idle');
    equal(models.getManifestPath(), null);
    await turn();
    deepEqual(paths(), []);
    models.fetchIfMissing();
    await becomes(models, 'here');
    const report = await checkModel(models.getManifestPath() ?? '', 'cutout');
    deepEqual([report.name, report.problem], ['Redness', null]);
    deepEqual(lines, ['info: a cut-out model is being fetched', 'info: the cut-out model is here']);
    deepEqual([models.getStatus().inUse?.key, isBegun()], ['u2netp', false]);
  });

  it('that has a witness serves as soon as it is here; the witness follows, and stays where the other is chosen', async () => {
    const large = { ...mirror.model('isnet-general-use'), witness: 'u2netp' };
    const catalogue = [mirror.model('u2netp'), large];
    const models = server({ setting: large.key, catalogue });
    models.fetchIfMissing();
    await becomes(models, 'here');
    while (models.getWitnessPath() === null) await turn();
    deepEqual(
      [models.getStatus().state, models.getStatus().inUse?.key, paths()],
      ['here', large.key, ['/isnet-general-use.onnx', '/u2netp.onnx']],
    );
    equal((await checkModel(models.getWitnessPath() ?? '', 'cutout')).problem, null);
    models.setChoice('u2netp');
    deepEqual([models.getStatus().inUse?.key, models.getWitnessPath()], ['u2netp', null]);
  });

  it('is fetched once, however many want it, and never again', async () => {
    const models = server();
    for (let i = 0; i < 5; i++) models.fetchIfMissing();
    await becomes(models, 'here');
    models.fetchIfMissing();
    const again = server();
    again.fetchIfMissing();
    equal(again.getStatus().state, 'here');
    await turn();
    deepEqual(paths(), ['/u2netp.onnx']);
  });

  it('is tried again after 1 minute, then twice as long each time, 6 hours at most, and quietly', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const minutes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360];
    deepEqual(
      minutes.map((_, i) => pauseAfter(i + 1) / 60_000),
      minutes,
    );
    mirror.behave(sendStatus(404));
    const models = server();
    models.fetchIfMissing();
    for (const [i, minute] of minutes.entries()) {
      while (mirror.asked.length < i + 1) await turn();
      await becomes(models, 'waiting');
      const { problem, nextTryAt } = models.getStatus();
      deepEqual([problem?.kind, problem?.detail], ['refused', 'HTTP 404']);
      equal(nextTryAt?.toISOString(), new Date(Date.UTC(2026, 10, 23, 10, minute)).toISOString());
      models.fetchIfMissing();
      t.mock.timers.tick(minute * 60_000 - 1);
      equal(models.getStatus().state, 'waiting');
      t.mock.timers.tick(1);
    }
    while (mirror.asked.length < minutes.length + 1) await turn();
    await becomes(models, 'waiting');
    mirror.behave(sendWholeFile);
    t.mock.timers.tick(360 * 60_000);
    await becomes(models, 'here');
    deepEqual(lines, [
      'info: a cut-out model is being fetched',
      'warn: a cut-out model could not be fetched; tried again later: refused',
      'info: the cut-out model is here',
    ]);
  });

  it('is tried at once when an admin asks for it while it waits', async () => {
    mirror.next(sendStatus(500));
    const models = server();
    models.fetchIfMissing();
    await becomes(models, 'waiting');
    models.setChoice('u2netp');
    await becomes(models, 'here');
  });

  it('is never in place half or wrong', async () => {
    mirror.behave(otherBytes);
    const models = server();
    models.fetchIfMissing();
    await becomes(models, 'waiting');
    deepEqual([models.getStatus().problem?.kind, models.getManifestPath()], ['wrong-bytes', null]);
  });

  it('goes on where it was after a restart, without being wanted anew', async () => {
    mirror.next(silentAfter(100));
    const first = server();
    first.fetchIfMissing();
    await arrived(first, 100);
    await first.close();
    equal(isBegun(), true);
    const second = server();
    equal(second.getStatus().doneBytes, 100);
    await becomes(second, 'here');
    deepEqual(
      mirror.asked.map(({ range }) => range),
      [undefined, 'bytes=100-'],
    );
  });

  it('that had arrived when the server was killed, before its manifest was written, is taken as it is', async () => {
    const first = server();
    first.fetchIfMissing();
    await becomes(first, 'here');
    const manifest = first.getManifestPath() ?? '';
    await rm(manifest);
    equal(first.getManifestPath(), null);
    const second = server();
    second.fetchIfMissing();
    await becomes(second, 'here');
    equal(JSON.parse(await readFile(manifest, 'utf8')).sha256, mirror.model('').manifest.sha256);
    deepEqual(paths(), ['/u2netp.onnx']);
  });

  it('is dropped when an admin wants none, with the bytes that had arrived', async () => {
    mirror.next(silentAfter(100));
    const models = server();
    models.fetchIfMissing();
    await arrived(models, 100);
    models.setChoice('off');
    deepEqual([models.getStatus().state, models.getManifestPath()], ['refused', null]);
    while (isBegun()) await turn();
    models.fetchIfMissing();
    equal(models.getStatus().state, 'refused');
    models.setChoice('u2netp');
    equal(models.getStatus().state, 'fetching');
    await becomes(models, 'here');
    models.setChoice('off');
    deepEqual([models.getStatus().state, models.getManifestPath()], ['refused', null]);
    models.setChoice('u2netp');
    equal(models.getStatus().state, 'here');
  });

  it('gives way to another that an admin chooses; until that is here the small one serves', async () => {
    const models = server();
    models.fetchIfMissing();
    await becomes(models, 'here');
    mirror.next(silentAfter(100));
    models.setChoice('isnet-general-use');
    await arrived(models, 100);
    deepEqual(
      [models.getStatus().inUse?.key, models.getStatus().model?.key],
      ['u2netp', 'isnet-general-use'],
    );
    mirror.cut();
    await becomes(models, 'waiting');
    models.setChoice('isnet-general-use');
    await becomes(models, 'here');
    equal(models.getStatus().inUse?.key, 'isnet-general-use');
  });

  it('is, without a choice, the large one from 6 GB of memory to spare, and stays it down to 3 GB once it is begun', async () => {
    const chosen = (gib: number) => {
      const models = server({ setting: 'auto', availableMemory: () => gib * GIB });
      return [models.getStatus().choice, models.getStatus().model?.key];
    };
    await notePace(0.4);
    deepEqual(chosen(5.9), ['auto', 'u2netp']);
    deepEqual(chosen(6), ['auto', 'isnet-general-use']);
    equal(server({ availableMemory: () => 6 * GIB }).getStatus().auto?.model?.key, 'isnet-general-use');
    const models = server({ setting: 'auto' });
    models.fetchIfMissing();
    await becomes(models, 'here');
    deepEqual(chosen(3), ['auto', 'isnet-general-use']);
    deepEqual(chosen(2.9), ['auto', 'u2netp']);
  });

  it('is, without a choice, the small one until that has looked at a photo here, and the large one after that where it pays', async () => {
    const models = server({ setting: 'auto' });
    const getAuto = (of = models) => {
      const { model, auto } = of.getStatus();
      return [model?.key, auto?.reason, auto?.seconds && Math.round(10 * auto.seconds) / 10];
    };
    deepEqual(getAuto(), ['u2netp', 'unmeasured', null]);
    models.fetchIfMissing();
    await becomes(models, 'here');
    deepEqual(getAuto(), ['u2netp', 'unmeasured', null]);
    await notePace(1);
    deepEqual(getAuto(), ['u2netp', 'slow', 9]);
    deepEqual(getAuto(server({ setting: 'auto', cores: 4 })), ['isnet-general-use', 'pays', 4.5]);
    await notePace(0.4);
    deepEqual(getAuto(), ['isnet-general-use', 'pays', 3.6]);
    models.fetchIfMissing();
    await becomes(models, 'here');
    deepEqual(paths(), ['/u2netp.onnx', '/isnet-general-use.onnx']);
    await notePace(1);
    deepEqual([...getAuto(), models.getStatus().inUse?.key], ['u2netp', 'slow', 9, 'u2netp']);
    await notePace(1, 'another processor');
    deepEqual(
      getAuto(),
      ['isnet-general-use', 'unmeasured', null],
      'it is here, and not measured on this machine',
    );
  });

  it('is measured by its first look, and the least that a look took counts', async () => {
    const models = server();
    models.fetchIfMissing();
    await becomes(models, 'here');
    const folderOfModels = modelFolder(join(dataDir, 'models'));
    const [small] = models.catalogue as FetchableModel[];
    const getLook = () => folderOfModels.readLookSeconds(small as FetchableModel);
    equal(getLook(), null);
    await checkModel(models.getManifestPath() ?? '', 'cutout');
    const first = getLook();
    equal(first !== null && first > 0 && first < 60, true);
    await notePace(1e-9);
    const model = await openModel(models.getManifestPath() ?? '');
    await runModel(model, drawDisc());
    equal(getLook(), 1e-9);
    await notePace(1e6);
    await runModel(model, drawDisc());
    ok((getLook() ?? 1e6) < 60);
  });

  it('is the one that an admin chose, whatever the setting says, unless the catalogue has it no more', () => {
    equal(server({ choice: 'isnet-general-use' }).getStatus().model?.key, 'isnet-general-use');
    equal(server({ choice: 'off' }).getStatus().state, 'refused');
    equal(server({ choice: 'own' }).getStatus().model?.key, 'u2netp');
  });

  it('leaves the room on the disk that uploads need', async () => {
    const full = { room: async () => ({ freeBytes: 1e9, totalBytes: 1e10 }) };
    const models = server({ files: full });
    models.fetchIfMissing();
    await becomes(models, 'waiting');
    deepEqual([models.getStatus().problem?.kind, paths()], ['no-room', []]);
  });

  it('comes from the mirror where one is named', async () => {
    const models = server({ mirror: `${mirror.url}/models/` });
    models.fetchIfMissing();
    await becomes(models, 'here');
    deepEqual(paths(), ['/models/u2netp.onnx']);
  });

  it('is none where the settings say off, and the named one where they name one', async () => {
    const off = server({ setting: 'off', choice: 'u2netp' });
    off.fetchIfMissing();
    deepEqual([off.getStatus().state, off.getManifestPath(), off.isOpen], ['off', null, false]);
    deepEqual(off.catalogue, []);
    const own = server({ operatorManifest: '/models/model.json' });
    own.fetchIfMissing();
    deepEqual(
      [own.getStatus().state, own.getManifestPath(), own.getWitnessPath(), own.isOpen],
      ['own', '/models/model.json', null, false],
    );
    await turn();
    deepEqual(paths(), []);
  });

  it('that the settings name is listed with its size, and with the figures of its weights where the catalogue has them', async () => {
    const { manifest, bytes } = mirror.model('redness');
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'redness.onnx'), mirror.bytes);
    const path = join(dataDir, 'model.json');
    const fixed = server({ operatorManifest: path });
    equal(fixed.catalogue.length, 0, 'its trial says why');
    const listed = async (sha256: string) => {
      await writeFile(path, JSON.stringify({ ...manifest, sha256, file: 'redness.onnx' }));
      return fixed.catalogue.map((model) => [model.bytes, model.memoryBytes, model.coreSeconds]);
    };
    deepEqual(await listed(manifest.sha256), [[bytes, null, null]]);
    const isnet = CUTOUT_MODELS[1];
    for (const sha256 of [isnet.manifest.sha256, ...isnet.alike])
      deepEqual(await listed(sha256), [[bytes, isnet.memoryBytes, isnet.coreSeconds]]);
    const [only] = fixed.catalogue;
    ok(only);
    const { inUse, model } = fixed.getStatus();
    deepEqual([only.key, only.manifest.name, fixed.isHere(only)], ['own', 'Redness', true]);
    deepEqual([inUse, model], [null, null], 'whether it works only its trial can say');
  });

  it('may be the operator’s own, whose manifest says where it is to be had', async () => {
    const { manifest, address, bytes } = mirror.model('redness');
    await mkdir(dataDir, { recursive: true });
    const setting = join(dataDir, 'mine.json');
    await writeFile(setting, JSON.stringify({ ...manifest, address, bytes }));
    const models = server({ setting });
    deepEqual(
      models.catalogue.map(({ key }) => key),
      ['own', 'u2netp', 'isnet-general-use'],
    );
    models.fetchIfMissing();
    await becomes(models, 'here');
    equal((await checkModel(models.getManifestPath() ?? '', 'cutout')).problem, null);
    await writeFile(setting, JSON.stringify(manifest));
    const beside = server({ setting });
    deepEqual([beside.getStatus().state, beside.getManifestPath()], ['own', setting]);
    await writeFile(setting, JSON.stringify({ ...manifest, address: 'ftp://x', bytes }));
    throws(() => server({ setting }), /CUTOUT_MODEL: mine.json: address must be/);
    throws(() => server({ setting: join(dataDir, 'nowhere.json') }), /CUTOUT_MODEL: nowhere.json: ENOENT/);
  });

  it('is looked for in MODELS_FOLDER first, where a folder with plates alone leaves it to the server', async () => {
    await cp(join(folder.path, 'mirror'), dataDir, { recursive: true });
    deepEqual(manifestsIn(dataDir), { cutoutManifest: join(dataDir, 'model.json'), platesManifest: null });
    await writeFile(join(dataDir, 'plates.json'), '{}');
    await rm(join(dataDir, 'model.json'));
    deepEqual(manifestsIn(dataDir), { cutoutManifest: null, platesManifest: join(dataDir, 'plates.json') });
    deepEqual(manifestsIn(''), { cutoutManifest: null, platesManifest: null });
  });
});
