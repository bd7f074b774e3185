import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyedHasher } from '#server/secret.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const settings = (DATA_DIR: string) => ({ DATA_DIR, SECRET_KEY: null });

describe('the secret of a data folder', () => {
  let folder: TemporaryFolder;
  let path = '';

  before(async () => {
    folder = await makeTemporaryFolder();
    path = join(folder.path, 'secret');
  });
  beforeEach(() => rm(path, { recursive: true, force: true }));
  after(() => folder.remove());

  it('is made once, for the owner’s eyes only, and stays', async () => {
    const first = (await keyedHasher(settings(folder.path)))('gift', 'ana');
    assert.equal((await readFile(path)).length, 32);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const again = await keyedHasher(settings(folder.path));
    assert.equal(again('gift', 'ana'), first);
    assert.notEqual(again('limit', 'ana'), first);
    assert.deepEqual(await readdir(folder.path), ['secret']);
  });

  it('is the same for all servers, however many start at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => keyedHasher(settings(folder.path))));
    assert.equal(new Set(all.map((hash) => hash('gift', 'ana'))).size, 1);
    assert.deepEqual(await readdir(folder.path), ['secret']);
  });

  it('that is damaged stops the start with a sentence and is left as it is', async () => {
    for (const bytes of [0, 31, 33]) {
      await writeFile(path, Buffer.alloc(bytes));
      await assert.rejects(
        keyedHasher(settings(folder.path)),
        /secret, is damaged: it has \d+ bytes instead of 32\./,
      );
      assert.equal((await readFile(path)).length, bytes);
    }
  });

  it('is taken from the settings where they have one: no file is made', async () => {
    const SECRET_KEY = Buffer.alloc(32, 7);
    const first = (await keyedHasher({ DATA_DIR: folder.path, SECRET_KEY }))('gift', 'ana');
    assert.deepEqual(await readdir(folder.path), []);
    assert.equal((await keyedHasher({ DATA_DIR: '/nowhere', SECRET_KEY }))('gift', 'ana'), first);
  });

  it('that cannot be read is not replaced', async () => {
    await mkdir(path);
    await assert.rejects(keyedHasher(settings(folder.path)), /secret, cannot be read \(EISDIR\)/);
  });
});
