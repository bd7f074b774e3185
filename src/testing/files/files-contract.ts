import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { AppError } from '#domain/errors.ts';
import type { FilesSettings } from '#server/adapters/files/open.ts';
import type { Files, ListedFile } from '#server/adapters/files/port.ts';

const HOUR_MS = 3_600_000;
const WRITER = join(import.meta.dirname, 'dying-writer.ts');

/**
 * What every adapter of files keeps to. Call it within a `describe`; `files` is asked for in each test, and the settings by which another
 * process opens the same files.
 */
export function keepsToFiles(files: () => Files, settings: () => FilesSettings): void {
  const store = async (key: string, bytes: Uint8Array) => {
    const path = files().temporaryPath();
    await writeFile(path, bytes, { flush: true });
    await files().keep(path, key);
    return path;
  };
  const read = async (key: string) => {
    const file = await files().open(key);
    return file && { bytes: file.bytes, content: await buffer(file.body) };
  };
  const listed = async (prefix: string) => {
    const found: ListedFile[] = [];
    for await (const file of files().list(prefix)) found.push(file);
    return found;
  };

  it('keeps a file under its key, whole, and the temporary one is gone', async () => {
    const bytes = randomBytes(200_000);
    const path = await store('results/res_aa1', bytes);
    deepEqual(await read('results/res_aa1'), { bytes: bytes.length, content: bytes });
    deepEqual(await files().readWhole('results/res_aa1'), bytes);
    equal(await files().sizeOf('results/res_aa1'), bytes.length);
    await rejects(stat(path), { code: 'ENOENT' });
  });

  it('keeps a newer file in the place of an older one', async () => {
    await store('users/usr_a/avatar.jpg', Buffer.from('one'));
    await store('users/usr_a/avatar.jpg', Buffer.from('two and more'));
    equal((await files().readWhole('users/usr_a/avatar.jpg'))?.toString(), 'two and more');
  });

  it('says of what is not there that it is not there', async () => {
    const key = 'results/res_zz9';
    equal(await files().open(key), null);
    equal(await files().readWhole(key), null);
    equal(await files().sizeOf(key), null);
    await rejects(files().borrow(key), { code: 'photos/file-missing' });
    await files().remove([key, 'masks/cut_zz9.png']);
  });

  it('refuses keys that are none of its own', async () => {
    for (const key of [
      'secret',
      '../secret',
      'results/../secret',
      'results/res_a',
      'tmp/abcdef',
      'uploads/img_ab1',
      'users/usr_a',
    ])
      await rejects(async () => files().sizeOf(key), Error, key);
  });

  it('knows a file without bytes', async () => {
    await store('results/res_ab0', Buffer.alloc(0));
    deepEqual(await read('results/res_ab0'), { bytes: 0, content: Buffer.alloc(0) });
  });

  it('opens a part of a file', async () => {
    const bytes = randomBytes(1000);
    await store('results/res_ac1', bytes);
    for (const [first, last] of [
      [0, 0],
      [10, 499],
      [999, 999],
      [0, 999],
    ] as const) {
      const part = await files().open('results/res_ac1', { first, last });
      equal(part?.bytes, 1000);
      deepEqual(part && (await buffer(part.body)), bytes.subarray(first, last + 1));
    }
  });

  it('stores 40 MB, the largest photo there is', async () => {
    const bytes = randomBytes(40_000_000);
    await store('originals/img_big40', bytes);
    const file = await files().open('originals/img_big40');
    const hash = createHash('sha256');
    for await (const chunk of file?.body ?? Readable.from([])) hash.update(chunk);
    equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
    await files().remove(['originals/img_big40']);
    equal(await files().sizeOf('originals/img_big40'), null);
  });

  it('files an upload under its key, again as often as it is asked to, and leaves it where it lies', async () => {
    const path = files().temporaryPath();
    await writeFile(path, 'an upload');
    for (let i = 0; i < 3; i++) await files().adopt(path, 'originals/img_ad1');
    equal((await files().readWhole('originals/img_ad1'))?.toString(), 'an upload');
    equal((await readFile(path)).toString(), 'an upload');
    await files().discard(path);
    await files().discard(path);
  });

  it('lends a file under a path that stays while it is borrowed, to several at once', async () => {
    await store('proxies/img_ae1.jpg', Buffer.from('a picture'));
    const loans = await Promise.all([1, 2, 3].map(() => files().borrow('proxies/img_ae1.jpg')));
    for (const { path } of loans) equal((await readFile(path)).toString(), 'a picture');
    for (const loan of loans) await loan[Symbol.asyncDispose]();
  });

  it('lists what is below a prefix in the order of the keys’ bytes, with sizes, past a thousand', async () => {
    const keys = Array.from(
      { length: 2500 },
      (_, i) => `masks/cut_${((i * 7919) % 2500).toString(36).padStart(4, '0')}.png`,
    );
    const path = files().temporaryPath();
    await writeFile(path, 'mask');
    for (let i = 0; i < keys.length; i += 50)
      await Promise.all(keys.slice(i, i + 50).map((key) => files().adopt(path, key)));
    const found = await listed('masks');
    deepEqual(
      found.map(({ key }) => key),
      keys.toSorted(),
    );
    ok(found.every(({ bytes }) => bytes === 4));
    ok(found.every(({ modifiedAt }) => Math.abs(modifiedAt.getTime() - Date.now()) < 600_000));
    await files().discard(path);
    await files().remove(keys);
    deepEqual(await listed('masks'), []);
  });

  it('stores what a stream brings, of whatever length: 300 MB', async () => {
    const chunk = randomBytes(1_000_000);
    const sum = createHash('sha256');
    const chunks = async function* () {
      for (let i = 0; i < 300; i++) {
        sum.update(chunk);
        yield chunk;
      }
    };
    deepEqual(await files().write('exports/exp_ab1.zip', Readable.from(chunks())), { bytes: 300_000_000 });
    const file = await files().open('exports/exp_ab1.zip');
    const hash = createHash('sha256');
    for await (const part of file?.body ?? []) hash.update(part);
    equal(hash.digest('hex'), sum.digest('hex'));
    await files().remove(['exports/exp_ab1.zip']);
  });

  it('stores a stream without bytes', async () => {
    deepEqual(await files().write('exports/exp_ab0.zip', Readable.from([])), { bytes: 0 });
    equal(await files().sizeOf('exports/exp_ab0.zip'), 0);
    await files().remove(['exports/exp_ab0.zip']);
  });

  it('stores nothing of a writer that dies in the middle, nor keeps it in the way of the next', async () => {
    const key = 'exports/exp_ab3.zip';
    const writer = spawn(process.execPath, [WRITER, JSON.stringify(settings()), key], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let megabytes = 0;
    for await (const dots of writer.stdout) {
      megabytes += dots.length;
      if (megabytes > 150) writer.kill('SIGKILL');
    }
    ok(megabytes > 150, `${megabytes} MB before it ended`);
    equal(await files().sizeOf(key), null);
    deepEqual(await listed('exports'), []);
    const unfinished = (before: Date) => files().removeUnfinished('exports', before);
    equal(await unfinished(new Date(Date.now() - HOUR_MS)), 0);
    // In a folder it is a temporary file, which the next process removes.
    equal(await unfinished(new Date(Date.now() + HOUR_MS)), settings().FILES_URL ? 1 : 0);
    equal(await unfinished(new Date(Date.now() + HOUR_MS)), 0);
    await files().write(key, Readable.from(['the next']));
    equal((await files().readWhole(key))?.toString(), 'the next');
    await files().remove([key]);
  });

  it('stores nothing of a stream that breaks off', async () => {
    for (const megabytes of [1, 70]) {
      const chunks = async function* () {
        for (let i = 0; i < megabytes; i++) yield randomBytes(1_000_000);
        throw new AppError('users/export-disk-low');
      };
      await rejects(files().write('exports/exp_ab2.zip', Readable.from(chunks())), {
        code: 'users/export-disk-low',
      });
      equal(await files().sizeOf('exports/exp_ab2.zip'), null);
    }
  });

  it('lists copies of photos and of results together', async () => {
    const keys = ['img_aa1', 'img_zz1', 'res_aa1', 'res_ab1'].map((id) => `thumbnails/${id}.webp`);
    for (const key of keys.toReversed()) await store(key, Buffer.from('small'));
    deepEqual(
      (await listed('thumbnails')).map(({ key }) => key),
      keys,
    );
  });

  it('lists avatars by their owners, and nothing of other prefixes', async () => {
    deepEqual(
      (await listed('users')).map(({ key }) => key),
      ['users/usr_a/avatar.jpg'],
    );
    deepEqual(await listed('exports'), []);
  });

  it('bears a reader that leaves in the middle', async () => {
    await store('results/res_af1', randomBytes(3_000_000));
    const file = await files().open('results/res_af1');
    ok(file);
    await once(file.body, 'readable');
    file.body.destroy();
    await once(file.body, 'close');
    equal((await read('results/res_af1'))?.bytes, 3_000_000);
  });

  it('does not say of a file that is there, nor of a store without it, that it is lost', async () => {
    await store('originals/img_ag1', Buffer.from('here'));
    equal(await files().isLost('originals/img_ag1'), false);
    await files().remove(['originals/img_ag1']);
    equal(await files().isLost('originals/img_ag1'), true);
  });
}
