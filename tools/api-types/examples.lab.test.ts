import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { listBatches } from '#contract/batches.ts';
import { makeKey } from '#testing/accounts/programs.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { buildTypesHead, EXAMPLES, TYPES_FILE } from './generate.ts';

const run = promisify(execFile);

describe('the examples of the API', () => {
  let server: TestServer;
  let ana: Client & { uid: string };
  let folder: TemporaryFolder;
  let env: Record<string, string | undefined>;
  before(async () => {
    server = await testServer();
    ana = await server.newUser();
    folder = await makeTemporaryFolder();
    const { secret } = await makeKey(server, ana);
    env = { ...process.env, FOTOLOT_URL: server.url, FOTOLOT_KEY: secret };
  });
  after(async () => {
    await folder.remove();
    await server.close();
  });

  it('use types of the description as it is: npm run api-types writes them anew', () => {
    equal(readFileSync(TYPES_FILE, 'utf8').split('\n')[0], buildTypesHead());
  });

  it('are strict TypeScript', async () => {
    const flags = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
    const modules = [
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ];
    await run('tsc', ['--ignoreConfig', ...flags, ...modules, join(EXAMPLES, 'lot.ts')]);
  });

  it('send photos, process the lot and save its files, in the shell and in TypeScript', async () => {
    for (const seed of [1, 2]) await writeFile(join(folder.path, `poza ${seed}.jpg`), await smallPhoto(seed));
    const photos = ['poza 1.jpg', 'poza 2.jpg'];
    for (const [program, example] of [
      ['sh', 'lot.sh'],
      [process.execPath, 'lot.ts'],
    ] as const) {
      const before = readdirSync(folder.path).length;
      await run(program, [join(EXAMPLES, example), ...photos], { cwd: folder.path, env });
      ok(readdirSync(folder.path).length > before, `${example} saved nothing`);
    }
    const { batches } = await ana.call(listBatches, {});
    deepEqual(
      batches.map(({ name, state, photoCount, isDownloaded }) => [name, state, photoCount, isDownloaded]),
      [
        ['Din program', 'done', 2, true],
        ['Din script', 'done', 2, true],
      ],
    );
  });
});
