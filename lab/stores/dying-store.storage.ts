import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { Files } from '#server/adapters/files/port.ts';
import { s3Files } from '#server/adapters/files/s3.ts';
import { bucketAddress } from '#server/setting-kinds.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { type RealStore, startRealStore } from './real-store.ts';
import { REAL_STORES } from './stores.ts';

const MEGABYTE = 1_000_000;
/** Megabytes: of the file that is stored in parts, and of it when the store dies. */
const LONG = 200;
const MOMENT = 110;

/** Of which store: all of them, unless one is named. */
const { REAL_STORE } = process.env;

for (const kind of REAL_STORES.filter(({ name }) => !REAL_STORE || name === REAL_STORE)) {
  describe(`files in ${kind.name}, which is killed while they are stored`, () => {
    let folder: TemporaryFolder;
    let store: RealStore;
    let files: Files & { close(): void };
    before(async () => {
      folder = await makeTemporaryFolder();
      store = await startRealStore(kind);
      const address = bucketAddress.parse(store.url);
      ok(address);
      files = await s3Files({ address, scratchFolder: join(folder.path, 'scratch'), scratchBytes: 1e9 });
    });
    after(async () => {
      files.close();
      await store.close();
      await folder.remove();
    });

    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    /** Whether a file was acknowledged, and what it has to be then. */
    interface Sent {
      readonly key: string;
      readonly sum: string;
      readonly isKept: boolean;
    }
    const keep = async (key: string, bytes: Buffer): Promise<Sent> => {
      const path = files.temporaryPath();
      await writeFile(path, bytes);
      const isKept = await files.keep(path, key).then(
        () => true,
        () => false,
      );
      return { key, sum: sha256(bytes), isKept };
    };
    /** Sends in parts; `onMegabyte` is told how many have gone. */
    const write = async (key: string, onMegabyte: (n: number) => void): Promise<Sent> => {
      const sum = createHash('sha256');
      const chunks = async function* () {
        for (let n = 0; n < LONG; n++) {
          const chunk = randomBytes(MEGABYTE);
          sum.update(chunk);
          yield chunk;
          onMegabyte(n + 1);
        }
      };
      const isKept = await files.write(key, Readable.from(chunks())).then(
        () => true,
        () => false,
      );
      return { key, sum: sum.digest('hex'), isKept };
    };
    const isWhole = async ({ key, sum }: Sent) => {
      const found = await files.readWhole(key);
      return found === null ? null : sha256(found) === sum;
    };

    it('are complete or absent, and there when that was said', async () => {
      const small = await Promise.all(
        Array.from({ length: 20 }, (_, i) => keep(`results/res_ss${i}`, randomBytes(50_000))),
      );
      deepEqual(
        small.filter(({ isKept }) => !isKept),
        [],
      );
      let photos: Promise<Sent[]> | undefined;
      let killed: Promise<void> | undefined;
      const long = await write('exports/exp_long.zip', (n) => {
        if (n === MOMENT - 10)
          photos = Promise.all(
            Array.from({ length: 6 }, (_, i) => keep(`originals/img_pp${i}`, randomBytes(10 * MEGABYTE))),
          );
        if (n === MOMENT) killed = store.kill();
      });
      await killed;
      const under = [long, ...((await photos) ?? [])];
      await store.restart();
      equal(under.length, 7);
      equal(long.isKept, false);
      for (const sent of [...small, ...under]) {
        const found = await isWhole(sent);
        ok(found === true || (found === null && !sent.isKept), `${sent.key}: ${sent.isKept}, ${found}`);
      }
      const again = await keep('originals/img_pp0', randomBytes(MEGABYTE));
      deepEqual([again.isKept, await isWhole(again)], [true, true]);
    });
  });
}
