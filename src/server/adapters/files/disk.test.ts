import { equal, ok, rejects } from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { diskFiles } from '#server/adapters/files/disk.ts';
import type { Files } from '#server/adapters/files/port.ts';
import { keepsToFiles } from '#testing/files/files-contract.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

describe('files in a folder', () => {
  let folder: { path: string; remove(): Promise<void> };
  let files: Files;
  before(async () => {
    folder = await makeTemporaryFolder();
    files = await diskFiles(folder.path);
  });
  after(() => folder.remove());

  keepsToFiles(
    () => files,
    () => ({
      DATA_DIR: folder.path,
      FILES_URL: null,
      DISK_GUARD: 'off',
      SCRATCH_DIR: '',
      SCRATCH_BYTES: 0,
    }),
  );

  it('say how much room the volume has', async () => {
    const room = await files.room();
    ok(room && room.freeBytes > 0 && room.totalBytes >= room.freeBytes);
  });

  it('are not taken for lost while the folder where they would lie is away', async () => {
    equal(await files.isLost('proxies/img_qq1.jpg'), false);
    const originals = join(folder.path, 'originals');
    await rm(originals, { recursive: true, force: true });
    equal(await files.isLost('originals/img_ag1'), false);
    await writeFile(originals, 'no folder');
    await rejects(files.borrow('originals/img_ag1'), { code: 'http/unavailable' });
  });

  it('leave no temporary file of the process before', async () => {
    const left = files.temporaryPath();
    await writeFile(left, 'left');
    await diskFiles(folder.path, { keepTemporary: true });
    ok((await readdir(join(folder.path, 'tmp'))).includes(basename(left)));
    await diskFiles(folder.path);
    equal((await readdir(join(folder.path, 'tmp'))).length, 0);
  });
});
