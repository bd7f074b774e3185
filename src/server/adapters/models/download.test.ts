import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { countDraws } from '#testing/draws.ts';
import {
  type Behaviour,
  type ModelMirror,
  modelMirror,
  otherBytes,
  sendStatus,
  sendWholeFile,
  silentAfter,
  withoutRanges,
} from '#testing/files/model-mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { type Download, downloadFile, STALL_MS } from './download.ts';

/** The rest of a file that is described by these headers. */
const partOf =
  (headers: Record<string, string>): Behaviour =>
  (_, response, bytes) =>
    void response.writeHead(206, headers).end(bytes.subarray(100));

const LINUX = process.platform === 'linux' ? false : 'needs /dev/full';

describe('a file that is fetched', () => {
  let folder: TemporaryFolder;
  let mirror: ModelMirror;
  let part: string;
  before(async () => {
    folder = await makeTemporaryFolder();
    mirror = await modelMirror(join(folder.path, 'mirror'));
    part = join(folder.path, 'file.part');
  });
  after(async () => {
    await mirror.close();
    await folder.remove();
  });
  afterEach(async () => {
    mirror.behave(sendWholeFile);
    mirror.asked.length = 0;
    await rm(part, { force: true });
  });

  const wanted = (changes: Partial<Download> = {}): Download => {
    const { address, bytes, manifest } = mirror.model('u2netp');
    const { signal } = new AbortController();
    const to = { part, bytes, sha256: manifest.sha256, proxy: '', signal, onProgress: () => {} };
    return { address, ...to, ...changes };
  };
  const isWhole = async () => deepEqual(await readFile(part), mirror.bytes);
  const ranges = () => mirror.asked.map(({ range }) => range);

  /** The connection breaks once so many bytes are here. */
  const brokenAt = async (at: number) => {
    mirror.next(silentAfter(at - ((await stat(part).catch(() => null))?.size ?? 0)));
    const onProgress = (done: number) => done === at && mirror.cut();
    await rejects(downloadFile(wanted({ onProgress })), { kind: 'cut-off' });
  };

  it('tells how far it is, and is the very file at the end', async () => {
    const seen: number[] = [];
    await downloadFile(wanted({ onProgress: (done) => void seen.push(done) }));
    await isWhole();
    deepEqual([seen[0], seen.at(-1)], [0, mirror.bytes.length]);
  });

  it('is gone on with where the connection broke, and no byte is sent twice', async () => {
    await brokenAt(100);
    await brokenAt(150);
    await downloadFile(wanted());
    await isWhole();
    deepEqual(ranges(), [undefined, 'bytes=100-', 'bytes=150-']);
  });

  it('begins again where the server knows no ranges', async () => {
    await brokenAt(100);
    mirror.behave(withoutRanges);
    await downloadFile(wanted());
    await isWhole();
  });

  for (const [what, behaviour] of [
    ['says that there is no such range', sendStatus(416)],
    ['takes a range for a mistake', sendStatus(400)],
    ['sends a part without saying which', partOf({})],
    ['sends another part than was asked for', partOf({ 'content-range': 'bytes 7-99/200' })],
    ['sends a part of another file', partOf({ 'content-range': 'bytes 100-199/200' })],
  ] as const) {
    it(`begins again, once in a try, where the server ${what}`, async () => {
      await writeFile(part, mirror.bytes.subarray(0, 100));
      mirror.next(behaviour, sendStatus(503));
      await rejects(downloadFile(wanted()), { kind: 'refused', message: 'HTTP 503' });
      mirror.next(behaviour);
      await downloadFile(wanted());
      await isWhole();
      deepEqual(ranges(), ['bytes=100-', undefined, 'bytes=100-', undefined]);
    });
  }

  it('is given up when nothing comes for half a minute, and what came stays', async (t) => {
    for (const count of [0, 100]) {
      mirror.next(silentAfter(count));
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const arrived = Promise.withResolvers<void>();
      const tried = downloadFile(wanted({ onProgress: (done) => done === count && arrived.resolve() }));
      await arrived.promise;
      t.mock.timers.tick(STALL_MS);
      await rejects(tried, { kind: 'stalled' });
      t.mock.timers.reset();
      equal((await stat(part)).size, count);
    }
    await downloadFile(wanted());
    await isWhole();
  });

  it('may be slow for as long as something comes', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const step = 40;
    let send = () => {};
    mirror.next((_, response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length });
      let sent = 0;
      send = () => {
        response.write(bytes.subarray(sent, sent + step));
        sent += step;
      };
      send();
    });
    await downloadFile(
      wanted({
        onProgress: (done) => {
          if (done === 0) return;
          t.mock.timers.tick(STALL_MS - 1);
          send();
        },
      }),
    );
    await isWhole();
  });

  it('is refused when its bytes are others, and nothing of them is kept', async () => {
    mirror.behave(otherBytes);
    await rejects(downloadFile(wanted()), { kind: 'wrong-bytes' });
    equal((await stat(part).catch(() => null))?.size, undefined);
  });

  it('that was put together of two files is fetched anew at once', async () => {
    await writeFile(part, Buffer.alloc(100, 7));
    await downloadFile(wanted());
    await isWhole();
    deepEqual(ranges(), ['bytes=100-', undefined]);
  });

  it('is refused by its size before it is fetched, and while more comes than it has', async () => {
    const longer: Behaviour = (request, response, bytes) =>
      sendWholeFile(request, response, Buffer.concat([bytes, Buffer.from('x')]));
    mirror.next(longer);
    await rejects(downloadFile(wanted()), { kind: 'wrong-size' });
    equal((await stat(part).catch(() => null))?.size, undefined);
    mirror.next((_, response, bytes) => {
      response.write(bytes);
      response.end(bytes);
    });
    await rejects(downloadFile(wanted()), { kind: 'wrong-size' });
    await writeFile(part, Buffer.concat([mirror.bytes, mirror.bytes]));
    await downloadFile(wanted());
    await isWhole();
  });

  it('is refused with what the server says', async () => {
    for (const code of [404, 500]) {
      mirror.next(sendStatus(code));
      await rejects(downloadFile(wanted()), { kind: 'refused', message: `HTTP ${code}` });
    }
    await downloadFile(wanted());
    await isWhole();
  });

  it('is followed to where the server sends us, and not round in circles', async () => {
    mirror.next(sendStatus(302, { location: '/elsewhere.onnx' }));
    await downloadFile(wanted());
    await isWhole();
    deepEqual(
      mirror.asked.map(({ path }) => path),
      ['/u2netp.onnx', '/elsewhere.onnx'],
    );
    await rm(part);
    mirror.behave(sendStatus(302, { location: '/' }));
    await rejects(downloadFile(wanted()), { kind: 'refused', message: 'too many redirects' });
    mirror.behave(sendStatus(302, { location: 'file:///etc/passwd' }));
    await rejects(downloadFile(wanted()), { kind: 'insecure' });
  });

  it('on a full disk says so', { skip: LINUX }, async () => {
    await symlink('/dev/full', part);
    await rejects(downloadFile(wanted()), { kind: 'no-room' });
    await rm(part);
    await downloadFile(wanted());
    await isWhole();
  });

  it('from https is asked of the proxy alone', async (t) => {
    const tunnels: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      tunnels.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    t.after(() => proxy.close());
    const address = 'https://models.example/u2netp.onnx';
    const { port } = proxy.address() as AddressInfo;
    await rejects(downloadFile(wanted({ address, proxy: `http://127.0.0.1:${port}` })));
    deepEqual(tunnels, ['models.example:443']);
  });

  it('stopped at any byte is whole at the next try', async () => {
    const { length } = mirror.bytes;
    const stops = countDraws({ local: 8, ci: 40, soak: 400 });
    for (let i = 0; i < stops; i++) {
      const at = Math.floor(Math.random() * length);
      const stop = new AbortController();
      mirror.next(silentAfter(at));
      const onProgress = (done: number) => done >= at && stop.abort();
      await rejects(downloadFile(wanted({ signal: stop.signal, onProgress })));
      equal((await stat(part)).size, at, `stopped at ${at}`);
      await downloadFile(wanted());
      await isWhole();
      await rm(part);
    }
  });

  it('by a process that is killed at any byte is whole at the next try', async () => {
    const kills = countDraws({ local: 1, ci: 3, soak: 30 });
    for (let i = 0; i < kills; i++) {
      const at = 1 + Math.floor(Math.random() * (mirror.bytes.length - 1));
      mirror.next(silentAfter(at));
      const { signal: _, onProgress: __, ...plain } = wanted();
      const program = `
        import { download } from '${import.meta.resolve('./download.ts')}';
        const { signal } = new AbortController();
        await download({ ...${JSON.stringify(plain)}, signal, onProgress: () => {} });`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
      while ((await stat(part).catch(() => null))?.size !== at) await pause(10);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await downloadFile(wanted());
      await isWhole();
      ok(ranges().includes(`bytes=${at}-`));
      await rm(part);
    }
  });
});
