import { equal, ok } from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ModelMirror, modelMirror } from '#testing/files/model-mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { fetchModel } from './fetch-model.ts';
import { modelFolder } from './model-folder.ts';

describe('the folder of fetched models', () => {
  let folder: TemporaryFolder;
  let mirror: ModelMirror;
  before(async () => {
    folder = await makeTemporaryFolder();
    mirror = await modelMirror(join(folder.path, 'mirror'));
  });
  after(async () => {
    await mirror.close();
    await folder.remove();
  });

  const options = (root: string) => ({
    folder: modelFolder(root),
    files: { room: async () => ({ freeBytes: 1e12, totalBytes: 2e12 }) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    mirror: '',
    proxy: '',
  });
  const once = { signal: new AbortController().signal, onProgress: () => {} };

  it('describes a model anew whose manifest was corrected, without fetching it again', async () => {
    const there = options(join(folder.path, 'corrected'));
    const model = mirror.model('u2netp');
    await fetchModel(there, model, once);
    ok(there.folder.manifest(model));
    const corrected = { ...model, manifest: { ...model.manifest, name: 'Corrected' } };
    equal(there.folder.manifest(corrected), null);
    await fetchModel(there, corrected, once);
    const path = there.folder.manifest(corrected) ?? '';
    equal(JSON.parse(await readFile(path, 'utf8')).name, 'Corrected');
    equal(mirror.asked.length, 1);
  });

  it('that cannot be read counts as empty, and the fetch into it fails', async () => {
    const root = join(folder.path, 'closed');
    await mkdir(root);
    await symlink(join(root, 'u2netp'), join(root, 'u2netp'));
    const there = options(root);
    const model = mirror.model('u2netp');
    equal(there.folder.manifest(model), null);
    equal(there.folder.begun(model), null);
    await fetchModel(there, model, once).then(
      () => ok(false, 'it was put nowhere'),
      (error) => ok(['EEXIST', 'ELOOP'].includes(error.code), error.code),
    );
  });

  it('counts as empty when a file lies in its place', async () => {
    const root = join(folder.path, 'a-file');
    await writeFile(root, '');
    equal(modelFolder(root).manifest(mirror.model('u2netp')), null);
  });
});
