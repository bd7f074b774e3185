import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Files } from '#server/adapters/files/port.ts';
import { type S3Options, s3Files } from '#server/adapters/files/s3.ts';
import { keepsToFiles } from '#testing/files/files-contract.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

describe('files in a bucket', () => {
  let folder: { path: string; remove(): Promise<void> };
  let store: S3Store;
  let files: Files & { close(): void };
  let opened = 0;
  const open = (changes: Partial<S3Options> = {}) => {
    const scratchFolder = join(folder.path, `scratch-${opened++}`);
    return s3Files({ address: store.address, scratchFolder, scratchBytes: 100_000_000, ...changes });
  };
  const keep = async (key: string, bytes: Uint8Array) => {
    const path = files.temporaryPath();
    await writeFile(path, bytes);
    await files.keep(path, key);
  };

  before(async () => {
    folder = await makeTemporaryFolder();
    store = await s3Store();
    files = await open();
  });
  after(async () => {
    await files.close();
    await store.close();
    await folder.remove();
  });

  keepsToFiles(
    () => files,
    () => ({
      DATA_DIR: folder.path,
      FILES_URL: store.address,
      DISK_GUARD: 'off',
      SCRATCH_DIR: join(folder.path, 'another'),
      SCRATCH_BYTES: 100_000_000,
    }),
  );

  it('leave the watch over the space to the store', async () => {
    equal(await files.room(), null);
  });

  it('are refused to a server with another secret', async () => {
    const { accessKeyId = '' } = store.address.credentials ?? {};
    const stranger = await open({
      address: { ...store.address, credentials: { accessKeyId, secretAccessKey: 'guessed' } },
    });
    await rejects(stranger.sizeOf('results/res_aa1'), { code: 'http/unavailable' });
    stranger.close();
  });

  it('leave other content of the folder for copies alone', async () => {
    const scratchFolder = join(folder.path, 'shared');
    const others = ['tmp', 'copies'].map((name) => join(scratchFolder, name, 'of-others'));
    for (const path of others) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '');
    }
    await (await open({ scratchFolder })).close();
    for (const path of others) ok((await stat(path)).isFile());
  });

  it('are fetched anew when the folder of copies was cleared, and once for all who ask at once', async () => {
    await keep('proxies/img_ba1.jpg', Buffer.from('a proxy'));
    const other = await open({ scratchFolder: join(folder.path, 'cleared') });
    const counted = async () => (await store.calls()).GET ?? 0;
    const before = await counted();
    const loans = await Promise.all(Array.from({ length: 5 }, () => other.borrow('proxies/img_ba1.jpg')));
    equal(await counted(), before + 1);
    for (const loan of loans) await loan[Symbol.asyncDispose]();
    await rm(join(folder.path, 'cleared'), { recursive: true });
    await using again = await other.borrow('proxies/img_ba1.jpg');
    equal((await stat(again.path)).size, 7);
    other.close();
  });

  it('are never taken from under an image process, however small the folder for copies', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => `originals/img_ca${i}`);
    for (const key of keys) await keep(key, randomBytes(100_000));
    const small = await open({ scratchBytes: 300_000 });
    const loans = await Promise.all(keys.map((key) => small.borrow(key)));
    for (const { path } of loans) equal((await stat(path)).size, 100_000);
    for (const loan of loans) await loan[Symbol.asyncDispose]();
    const left = await Promise.all(
      loans.map(({ path }) =>
        stat(path).then(
          () => 1,
          () => 0,
        ),
      ),
    );
    equal(
      left.reduce<number>((sum, one) => sum + one, 0),
      3,
    );
    small.close();
  });

  it('go on through refusals, cuts and replies that never come, and nothing is stored or lent cut off', async () => {
    await store.goesWrong({ failEvery: 5, cutEvery: 19 });
    const bytes = randomBytes(400_000);
    const keys = Array.from({ length: 20 }, (_, i) => `results/res_da${i}`);
    const other = await open();
    for (const key of keys) {
      const path = files.temporaryPath();
      await writeFile(path, bytes);
      await files.adopt(path, key);
      await using loan = await other.borrow(key);
      equal((await stat(loan.path)).size, bytes.length);
      deepEqual(await other.readWhole(key), bytes);
    }
    other.close();
    await store.goesWrong();
  });

  it('count as out of reach, not as lost, while the store is away', async () => {
    await keep('originals/img_ea1', Buffer.from('here'));
    const other = await open();
    await store.goesWrong({ isDown: true });
    const away = { code: 'http/unavailable' };
    await rejects(other.borrow('originals/img_ea1'), away);
    await rejects(other.open('originals/img_ea1'), away);
    await rejects(other.isLost('originals/img_ea1'), away);
    await rejects(other.remove(['originals/img_ea1']), away);
    const path = other.temporaryPath();
    await writeFile(path, 'kept for another try');
    await rejects(other.keep(path, 'results/res_ea1'), away);
    ok((await stat(path)).size > 0);
    await store.goesWrong();
    await other.keep(path, 'results/res_ea1');
    equal((await other.readWhole('results/res_ea1'))?.toString(), 'kept for another try');
    other.close();
  });
});
