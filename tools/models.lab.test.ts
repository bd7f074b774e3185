import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ModelMirror,
  modelMirror,
  otherBytes,
  sendWholeFile,
  silentAfter,
} from '#testing/files/model-mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

describe('npm run models', () => {
  let folder: TemporaryFolder;
  let mirror: ModelMirror;
  let env: Record<string, string | undefined>;
  before(async () => {
    folder = await makeTemporaryFolder();
    mirror = await modelMirror(join(folder.path, 'mirror'));
    const { manifest, address, bytes } = mirror.model('redness');
    const CUTOUT_MODEL = join(folder.path, 'mine.json');
    await writeFile(
      CUTOUT_MODEL,
      JSON.stringify({ ...manifest, address, bytes, source: 'https://red.example' }),
    );
    const DATA_DIR = join(folder.path, 'data');
    await mkdir(DATA_DIR);
    env = { PATH: process.env.PATH, DATA_DIR, CUTOUT_MODEL, DISK_GUARD: 'off' };
  });
  after(async () => {
    await mirror.close();
    await folder.remove();
  });

  const start = (...words: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, 'models.ts'), ...words], {
      env: env as NodeJS.ProcessEnv,
    });
  async function run(...words: string[]): Promise<{ code: number; said: string }> {
    const child = start(...words);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part;
      });
    const [code] = await once(child, 'close');
    return { code, said };
  }

  it('lists what can be had, where from, under which licence and at what cost', async () => {
    const { code, said } = await run();
    equal(code, 0);
    match(said, /^This machine: \d+ cores, [\d.]+ GB of memory to spare/);
    match(said, /own: Redness, 0\.0 MB, not here\n {2}licence CC0, made by https:\/\/red\.example\n/);
    match(said, /isnet-general-use: IS-Net, 178\.6 MB, not here\n {2}licence Apache-2\.0, made by \S+\n/);
    match(said, /a photo takes about [\d.]+ s \(measured\), memory: about 1\.8 GB \(measured\)/);
  });

  it('fetches one, goes on where it was stopped, tries it and removes it', async () => {
    mirror.next(silentAfter(100));
    const stopped = start('fetch', 'own');
    const part = join(folder.path, 'data/models/own/model.onnx.by-hand.part');
    while ((await stat(part).catch(() => null))?.size !== 100) await pause(20);
    stopped.kill('SIGINT');
    await once(stopped, 'close');
    mirror.behave(sendWholeFile);
    const { code, said } = await run('fetch', 'own');
    equal(code, 0);
    match(
      said,
      /^Redness, licence CC0, made by https:\/\/red\.example\n[\s\S]*100 % of 0\.0 MB\nown is here: \//,
    );
    deepEqual(
      mirror.asked.map(({ range }) => range),
      [undefined, 'bytes=100-'],
    );
    match((await run()).said, /own: Redness, 0\.0 MB, here\n/);
    match((await run('fetch', 'own')).said, /^own is here already\.\n/);
    const tried = await run('try', 'own');
    equal(tried.code, 0);
    match(tried.said, /^Redness, licence CC0, run by \w+\na test picture: \d+ ms, /);
    equal((await run('remove', 'own')).said, 'own is gone.\n');
    equal(existsSync(part), false);
    equal((await run('remove', 'own')).said, 'own was not here.\n');
  });

  it('says in one sentence what stops it', async () => {
    mirror.behave(otherBytes);
    const wrong = await run('fetch', 'own');
    equal(wrong.code, 1);
    match(wrong.said, /It could not be fetched \(wrong-bytes: its SHA-256 is [0-9a-f]{64}\)\./);
    for (const [words, sentence] of [
      [['fetch', 'u2net'], /^„u2net” is none of own, u2netp, isnet-general-use\.\n$/],
      [['try', 'u2netp'], /^u2netp is not here: npm run models -- fetch u2netp\n$/],
      [['try', 'nowhere/model.json'], /^It does not work: model\.json: ENOENT/],
      [['drop', 'own'], /^models drop is none of: list, /],
    ] as const) {
      const { code, said } = await run(...words);
      equal(code, 1);
      match(said, sentence);
    }
  });
});
