import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { UploadFolder } from '#server/adapters/files/uploads/folder.ts';
import { UploadLocks } from '#server/batches/uploads/upload-locks.ts';
import {
  BYTES,
  buildCreateHeaders,
  buildOffsetHeaders,
  CHUNKED,
  getUploadId,
  PART,
  type UploadServer,
  uploadServer,
} from '#testing/files/uploads.ts';
import { pollUntil } from '#testing/server.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

describe('a request that writes an upload', () => {
  let server: UploadServer;
  const locks = new UploadLocks();
  let asked = 0;
  /** Until then it is not known who asks. */
  let knows = Promise.resolve();
  /** Gets its turn when another one has taken it away again. */
  let overtaken = '';

  before(async () => {
    const late = {
      lock: async (signal: AbortSignal, letGo: () => void) => {
        letGo();
        await once(signal, 'abort');
      },
      unlock: async () => {},
    };
    const locker = { newLock: (id: string) => (id === overtaken ? late : locks.newLock(id)) };
    server = await uploadServer(locker, async (user) => {
      asked += 1;
      await knows;
      return user;
    });
  });
  after(() => server.close());

  /** True when so many more could wait for an upload that another one has. */
  async function hasRoom(path: string, count: number): Promise<boolean> {
    const leave = new AbortController();
    const tries = Array.from({ length: count }, () =>
      locks
        .newLock(getUploadId(path))
        .lock(leave.signal, () => {})
        .catch((error: unknown) => error),
    );
    leave.abort();
    return !(await Promise.all(tries)).some((error) => error instanceof AppError);
  }

  it('is told 423 with the product’s sentence when four wait already; one that hangs up makes room', async () => {
    const path = await server.begun('busy');
    const stuck = locks.newLock(getUploadId(path));
    await stuck.lock(new AbortController().signal, () => {});
    const waiting = [
      server.open('HEAD', path, { 'content-length': '0' }),
      server.open('PATCH', path, { ...buildOffsetHeaders(0), 'content-length': '5' }),
      server.open('PATCH', path, { ...buildOffsetHeaders(0), 'content-length': '0' }),
      server.open('POST', '/api/uploads', buildCreateHeaders('busy')),
    ];
    await pollUntil(
      () => hasRoom(path, 1),
      (has) => !has,
    );
    for (const refused of [await server.patch(path, 0, BYTES), await server.announce('busy')]) {
      assert.equal(refused.status, 423);
      assert.equal(JSON.parse(refused.text).code, 'photos/upload-busy');
    }
    assert.equal((await server.ask('HEAD', path)).status, 423);
    for (const { sent } of waiting) sent.destroy();
    await pollUntil(
      () => hasRoom(path, 4),
      (has) => has,
    );
    await stuck.unlock();
    assert.equal((await server.ask('HEAD', path)).headers['upload-offset'], '0');
  });

  it('is refused as the sixth of one upload before anything is asked of the database', async () => {
    const path = await server.begun('crowd');
    const before = asked;
    let know = () => {};
    knows = new Promise<void>((resolve) => {
      know = resolve;
    });
    const first = Array.from({ length: 5 }, () => server.open('HEAD', path, { 'content-length': '0' }));
    await pollUntil(
      async () => asked - before,
      (all) => all === 5,
    );
    const more = await Promise.all(Array.from({ length: 100 }, () => server.ask('HEAD', path)));
    assert.ok(more.every(({ status }) => status === 423));
    assert.equal(asked - before, 5);
    know();
    for (const { answer } of first) assert.equal((await answer)?.statusCode, 200);
    assert.equal((await server.ask('HEAD', path)).status, 200, 'there is room again');
  });

  it('lets go of it when the next one asks: a resume goes on behind a dead connection, with what came over it', async () => {
    const path = await server.begun('dead line');
    const dead = await server.openPatch(path);
    assert.equal((await server.ask('HEAD', path)).headers['upload-offset'], '1');
    assert.equal((await server.patch(path, 1, BYTES.subarray(1))).status, 204);
    assert.deepEqual(await server.originalOf(path), BYTES);
    dead.sent.destroy();
  });

  it('and has to let go before the first byte is not told that the file is bad, but to come again', async () => {
    const path = await server.begun('overtaken');
    overtaken = getUploadId(path);
    const { status, text } = await server.patch(path, 0, BYTES);
    overtaken = '';
    assert.deepEqual([status, JSON.parse(text).code], [423, 'photos/upload-busy']);
    assert.equal((await server.patch(path, 0, BYTES)).status, 204);
  });

  it('sends bytes by PATCH alone: announcing brings none', async () => {
    const path = await server.begun('announced');
    for (const headers of [{ 'content-length': '3' }, CHUNKED]) {
      const { sent, answer } = server.open('POST', '/api/uploads', {
        ...buildCreateHeaders('announced'),
        ...PART,
        ...headers,
      });
      assert.equal((await answer)?.statusCode, 400);
      sent.destroy();
    }
    assert.equal(await server.arrived(path), 0);
    const { headers } = await server.ask('OPTIONS', '/api/uploads');
    assert.equal(headers['tus-extension'], 'creation');
  });

  it('fails with what failed, so that a full disk is told from a broken one', async () => {
    const folder = await makeTemporaryFolder();
    const uploads = new UploadFolder({ directory: folder.path, sizeOnceOver: async () => null });
    await writeFile(join(folder.path, 'img_a'), '');
    for (const code of ['ENOSPC', 'EIO']) {
      const bytes = Readable.from(
        (async function* () {
          yield BYTES.subarray(0, 1);
          throw Object.assign(new Error(code), { code });
        })(),
      );
      await assert.rejects(uploads.write(bytes, 'img_a', 0), { code });
    }
    assert.equal(await uploads.write(Readable.from([BYTES]), 'img_a', 0), BYTES.length);
    assert.deepEqual(new Uint8Array(await readFile(join(folder.path, 'img_a'))), new Uint8Array(BYTES));
    await folder.remove();
  });
});
