import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import sharp from 'sharp';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { saveTinyModel } from '#imaging/fixtures/tiny-model.ts';
import { PATIENCE } from '#testing/patience.ts';
import { startChild } from './child.ts';
import { residentBytes } from './memory.ts';
import { millisecondsFor, type Task } from './task.ts';

const LINUX = process.platform === 'linux' ? false : 'needs /proc';

/** Returns the processes of a server of its own that says `ready` after `work` and is killed then. */
async function killedServer(
  t: TestContext,
  work: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const program = `
    import { createImaging } from '${import.meta.resolve('./pool.ts')}';
    import { processorMilliseconds } from '${import.meta.resolve('./processor-time.ts')}';
    const log = { debug: ({ pid }) => console.log(pid), warn: () => {} };
    ${work}
    console.log('ready');`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  t.after(() => server.kill('SIGKILL'));
  let said = '';
  for await (const chunk of server.stdout) {
    said += String(chunk);
    if (said.includes('ready')) break;
  }
  const child = Number.parseInt(said, 10);
  assert.ok(residentBytes(child) !== null, 'the image process is there');
  server.kill('SIGKILL');
  await once(server, 'exit');
  return child;
}

async function ends(pid: number): Promise<void> {
  const until = Date.now() + 10_000 * PATIENCE;
  while (residentBytes(pid) !== null && Date.now() < until) await pause(20);
  const isThere = residentBytes(pid) !== null;
  if (isThere) process.kill(pid, 'SIGKILL');
  assert.equal(isThere, false);
}

async function smallPhoto(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-child-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const photo = join(folder, 'photo.jpg');
  const { data, width, height } = drawScene(320, 240);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toFile(photo);
  return photo;
}

test('image processes end when their server is killed', { skip: LINUX }, async (t) => {
  const photo = await smallPhoto(t);
  const child = await killedServer(
    t,
    `const imaging = createImaging({ batchProcesses: 1, log });
    const source = ${JSON.stringify(photo)};
    await imaging.prepare({ source, thumbnailPath: source + '.webp', proxyPath: source + '.proxy' });`,
  );
  await ends(child);
});

test('an image process in a model that never comes to an end ends when its server is killed, though it hears nothing meanwhile', {
  skip: LINUX,
}, async (t) => {
  const photo = await smallPhoto(t);
  const manifest = await saveTinyModel(join(dirname(photo), 'models'), {}, 'never');
  const child = await killedServer(
    t,
    // Loading takes less than a second of the processor: after three it is in its loop.
    `const path = ${JSON.stringify(photo)};
    let child;
    log.debug = ({ pid }) => { child = pid; console.log(pid); };
    const imaging = createImaging({ batchProcesses: 1, log, cutoutManifest: () => ${JSON.stringify(manifest)} });
    void imaging.checkModel('cutout');
    while (processorMilliseconds(child) < 3000) await new Promise((resolve) => setTimeout(resolve, 50));`,
  );
  await ends(child);
});

test('where a server keeps compiled code its image processes keep theirs, though a signal ends them', {
  skip: LINUX,
}, async (t) => {
  const photo = await smallPhoto(t);
  const compiled = join(dirname(photo), 'compiled');
  const child = await killedServer(
    t,
    `const imaging = createImaging({ batchProcesses: 1, log });
    const source = ${JSON.stringify(photo)};
    await imaging.prepare({ source, thumbnailPath: source + '.webp', proxyPath: source + '.proxy' });`,
    { NODE_COMPILE_CACHE: compiled },
  );
  await ends(child);
  // The server was killed too, before it could keep anything.
  const kept = await readdir(compiled, { recursive: true });
  assert.ok(kept.length > 50, `${kept.length} files`);
});

test('a photo is judged by the processor time it takes: a machine busy with other things refuses nothing', {
  skip: LINUX,
}, async (t) => {
  const photo = await smallPhoto(t);
  const child = startChild(0);
  t.after(() => child.kill());
  const limits = { milliseconds: 10_000, bytes: 1e9 };
  const job = { source: photo, thumbnailPath: `${photo}.webp`, proxyPath: `${photo}.proxy` };
  const prepare = (id: number) => child.ask({ id, kind: 'prepare', job, alone: false }, limits);
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const first = prepare(1);
  // Its process may take this long to start.
  t.mock.timers.tick(119_000);
  assert.equal((await first).ok, true);
  const second = prepare(2);
  await turn();
  t.mock.timers.tick(50_000);
  assert.equal((await second).ok, true);
});

test('an upload may hold up the others for ten seconds, a large one for a minute', () => {
  const job = { source: '', thumbnailPath: '', proxyPath: '' };
  const calls = { resolve: () => {}, reject: () => {}, signal: undefined, crashes: 0 };
  const upload = (alone: boolean): Task => ({ work: { kind: 'prepare', job }, alone, ...calls });
  assert.equal(millisecondsFor(upload(false)), 10_000);
  assert.equal(millisecondsFor(upload(true)), 60_000);
});
