import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { AppError } from '#domain/errors.ts';
import type { User } from '#server/app.ts';
import { UploadLocks } from '#server/batches/upload-locks.ts';
import { mountUploads } from '#server/batches/uploads.ts';
import { httpServer } from '#server/http/server.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { findPhoto } from '#server/photos/photo-store.ts';
import { findUserByToken, openSession } from '#server/users/session-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { sendRaw } from '#testing/raw-request.ts';
import { TUS, until } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const BYTES = Buffer.from('the photo as it was accepted, byte for byte');
const OTHERS = Buffer.from(BYTES.map((byte) => byte ^ 0xff));
const MIDDLE = 20;
const AT_ONCE = 24;

const OWN = { ...TUS, 'sec-fetch-site': 'same-origin' };
const PART = { 'content-type': 'application/offset+octet-stream' };
const CHUNKED = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
const announcing = (key: string) => ({
  'content-length': '0',
  'upload-length': String(BYTES.length),
  'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
});
const from = (offset: number) => ({ ...PART, 'upload-offset': String(offset) });
const idOf = (path: string) => path.split('/').at(-1) ?? '';

/** A request whose body has not ended. */
interface Open {
  readonly sent: ClientRequest;
  /** Null: the connection is gone without one. */
  readonly answer: Promise<IncomingMessage | null>;
  /** What it still sends when everything else is over: other bytes, no more than fit. */
  rest: Buffer;
}

describe('whoever writes an upload', () => {
  let folder: TemporaryFolder;
  let test: TestApp;
  let user: User;
  let url = '';
  let close = async () => {};
  const locks = new UploadLocks();
  let asked = 0;
  /** Until then it is not known who asks. */
  let knows = Promise.resolve();
  /** Gets its turn when another one has taken it away again. */
  let overtaken = '';

  before(async () => {
    folder = await makeTemporaryFolder();
    test = await testApp();
    const { id } = await test.newUser();
    const token = await test.app.change((tx) => openSession(tx, test.app, id, ''));
    user = (await findUserByToken(test.app, token)) as User;
    const { fastify } = await httpServer({
      log: test.app.log,
      publicOrigin: null,
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: '/nowhere',
      otherOrigins: () => ({ pictures: [], forms: [] }),
      isReady: async () => true,
    });
    const app = { ...test.app, queue: { send: async () => {} } };
    const late = {
      lock: async (signal: AbortSignal, letGo: () => void) => {
        letGo();
        await once(signal, 'abort');
      },
      unlock: async () => {},
    };
    const locker = { newLock: (id: string) => (id === overtaken ? late : locks.newLock(id)) };
    const whoAsks = async () => {
      asked += 1;
      await knows;
      return user;
    };
    mountUploads(fastify, app, { folder: folder.path, whoAsks, locker });
    url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    close = () => fastify.close();
  });

  after(async () => {
    await close();
    await test.close();
    await folder.remove();
  });

  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    sendRaw(url, { method, path, headers: { ...OWN, ...headers }, body });
  const announce = (key: string) => ask('POST', '/api/uploads', announcing(key));
  const patch = (path: string, offset: number, part: Buffer) => ask('PATCH', path, from(offset), part);

  async function begun(key: string): Promise<string> {
    const { status, headers } = await announce(key);
    assert.equal(status, 201);
    return String(headers.location);
  }

  const arrived = async (path: string) =>
    (await stat(join(folder.path, idOf(path))).catch(() => null))?.size ?? BYTES.length;
  const originalOf = (path: string) =>
    readFile(test.app.files.pathOf(originalKey(idOf(path)))).catch(() => null);

  function open(method: string, path: string, headers: Readonly<Record<string, string | undefined>>): Open {
    const told = Object.entries({ ...OWN, ...headers }).filter(([, value]) => value !== undefined);
    const sent = httpRequest(new URL(path, url), { method, agent: false, headers: Object.fromEntries(told) });
    const answer = new Promise<IncomingMessage | null>((resolve) => {
      sent.on('response', (response) => resolve(response.resume())).on('error', () => resolve(null));
    });
    sent.flushHeaders();
    return { sent, answer, rest: OTHERS.subarray(1) };
  }

  /** A part that goes on where the file ends: comes back when its first byte is in the file, or when it is refused. */
  async function openPatch(path: string): Promise<Open> {
    const offset = await arrived(path);
    const part = open('PATCH', path, { ...from(offset), ...CHUNKED });
    if (offset === BYTES.length) return part;
    part.sent.write(BYTES.subarray(offset, offset + 1));
    part.rest = OTHERS.subarray(offset + 1);
    let isAnswered = false;
    void part.answer.then(() => {
      isAnswered = true;
    });
    await until(
      async () => isAnswered || (await arrived(path)) > offset,
      (isThere) => isThere,
    );
    return part;
  }

  /** Whether so many more could wait for an upload that another one has. */
  async function hasRoom(path: string, count: number): Promise<boolean> {
    const leave = new AbortController();
    const tries = Array.from({ length: count }, () =>
      locks
        .newLock(idOf(path))
        .lock(leave.signal, () => {})
        .catch((error: unknown) => error),
    );
    leave.abort();
    return !(await Promise.all(tries)).some((error) => error instanceof AppError);
  }

  it('is told 423 with the product’s sentence when four wait already; whoever hangs up makes room', async () => {
    const path = await begun('busy');
    const stuck = locks.newLock(idOf(path));
    await stuck.lock(new AbortController().signal, () => {});
    const waiting = [
      open('HEAD', path, { 'content-length': '0' }),
      open('PATCH', path, { ...from(0), 'content-length': '5' }),
      open('PATCH', path, { ...from(0), 'content-length': '0' }),
      open('POST', '/api/uploads', announcing('busy')),
    ];
    await until(
      () => hasRoom(path, 1),
      (has) => !has,
    );
    for (const refused of [await patch(path, 0, BYTES), await announce('busy')]) {
      assert.equal(refused.status, 423);
      assert.equal(JSON.parse(refused.text).code, 'photos/upload-busy');
    }
    assert.equal((await ask('HEAD', path)).status, 423);
    for (const { sent } of waiting) sent.destroy();
    await until(
      () => hasRoom(path, 4),
      (has) => has,
    );
    await stuck.unlock();
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '0');
  });

  it('is refused as the sixth of one upload before anything is asked of the database', async () => {
    const path = await begun('crowd');
    const before = asked;
    let know = () => {};
    knows = new Promise<void>((resolve) => {
      know = resolve;
    });
    const first = Array.from({ length: 5 }, () => open('HEAD', path, { 'content-length': '0' }));
    await until(
      async () => asked - before,
      (all) => all === 5,
    );
    const more = await Promise.all(Array.from({ length: 100 }, () => ask('HEAD', path)));
    assert.ok(more.every(({ status }) => status === 423));
    assert.equal(asked - before, 5);
    know();
    for (const { answer } of first) assert.equal((await answer)?.statusCode, 200);
    assert.equal((await ask('HEAD', path)).status, 200, 'there is room again');
  });

  it('lets go of it when the next one asks: a resume goes on behind a dead line, with what came over it', async () => {
    const path = await begun('dead line');
    const dead = await openPatch(path);
    assert.equal((await ask('HEAD', path)).headers['upload-offset'], '1');
    assert.equal((await patch(path, 1, BYTES.subarray(1))).status, 204);
    assert.deepEqual(await originalOf(path), BYTES);
    dead.sent.destroy();
  });

  it('and has to let go before the first byte is not told that the file is bad, but to come again', async () => {
    const path = await begun('overtaken');
    overtaken = idOf(path);
    const { status, text } = await patch(path, 0, BYTES);
    overtaken = '';
    assert.deepEqual([status, JSON.parse(text).code], [423, 'photos/upload-busy']);
    assert.equal((await patch(path, 0, BYTES)).status, 204);
  });

  it('sends bytes by PATCH alone: announcing brings none', async () => {
    const path = await begun('announced');
    for (const headers of [{ 'content-length': '3' }, CHUNKED]) {
      const { sent, answer } = open('POST', '/api/uploads', {
        ...announcing('announced'),
        ...PART,
        ...headers,
      });
      assert.equal((await answer)?.statusCode, 400);
      sent.destroy();
    }
    assert.equal(await arrived(path), 0);
    const { headers } = await ask('OPTIONS', '/api/uploads');
    assert.equal(headers['tus-extension'], 'creation');
  });

  it('changes nothing once it is accepted, whatever was sent before and after, in every order', {
    timeout: 600_000,
  }, async () => {
    const steps: Step[] = [
      'announced again',
      'first part',
      'second part',
      'left open',
      'other bytes',
      'asked',
    ];
    const orders = permutations(steps);
    assert.equal(orders.length, 720);
    const left = [...orders.entries()];
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [n, order] = next;
        // One person announces no 2,000 photos in ten minutes; this one does.
        if (n % 300 === 0) await test.app.db.deleteFrom('rate_limits').execute();
        await inOrder(`order ${n}`, order);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });

  type Step = 'announced again' | 'first part' | 'second part' | 'left open' | 'other bytes' | 'asked';

  /** One upload through all of it; its original, from the moment there is one, never changes. */
  async function inOrder(key: string, order: readonly Step[]): Promise<void> {
    const path = await begun(key);
    const open: Open[] = [];
    let accepted: Buffer | null = null;
    const done: string[] = [];
    const look = async (step: string) => {
      done.push(step);
      const now = await originalOf(path);
      if (accepted) assert.deepEqual(now, accepted, done.join(', '));
      accepted = now;
    };
    for (const step of order) {
      await takeStep(step, path, key, open);
      await look(step);
      assert.equal((await ask('DELETE', path)).status, 404);
      await look('deleted');
    }
    await until(
      async () => (await patch(path, await arrived(path), BYTES.subarray(await arrived(path)))).status,
      (status) => status === 204,
    );
    await look('finished');
    assert.equal((accepted as Buffer | null)?.length, BYTES.length, done.join(', '));
    assert.equal((await findPhoto(test.app.db, user.id, idOf(path))).state, 'preparing');
    // What was left open goes on, each with bytes of its own.
    for (const { sent, answer, rest } of open) {
      sent.end(rest);
      await answer;
      await look('went on');
    }
    for (const step of ['announced again', 'other bytes'] as const) {
      await takeStep(step, path, key, open);
      await look(`${step} at last`);
    }
    for (const { sent } of open) sent.destroy();
  }

  async function takeStep(step: Step, path: string, key: string, opened: Open[]): Promise<void> {
    switch (step) {
      case 'announced again': {
        assert.equal((await announce(key)).headers.location, path);
        // With a body that may come at any time.
        const withBody = open('POST', '/api/uploads', { ...announcing(key), ...PART, ...CHUNKED });
        withBody.sent.write(OTHERS.subarray(0, 1));
        opened.push(withBody);
        return;
      }
      case 'first part':
        return void (await patch(path, 0, BYTES.subarray(0, MIDDLE)));
      case 'second part':
        return void (await patch(path, MIDDLE, BYTES.subarray(MIDDLE)));
      case 'left open':
        return void opened.push(await openPatch(path));
      case 'other bytes':
        return void (await patch(path, 0, OTHERS));
      case 'asked':
        return void (await ask('HEAD', path));
    }
  }
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
