import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { listWebhooks, makeWebhook, replayDelivery } from '#contract/api/webhooks.ts';
import { listBatches } from '#contract/batches.ts';
import { makeKey } from '#testing/accounts/programs.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';
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
    const programs = ['lot.ts', 'receive.ts'].map((name) => join(EXAMPLES, name));
    await run('tsc', ['--ignoreConfig', ...flags, ...modules, ...programs]);
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

  it('are told how a lot ended, believe what is signed with their secret alone, and take a repeated message once', async (t) => {
    const port = await unusedPort();
    const url = `http://127.0.0.1:${port}/`;
    const { secret, webhook } = await ana.call(makeWebhook, { body: { url, events: ['lot.done'] } });
    const receiving = spawn(process.execPath, [join(EXAMPLES, 'receive.ts'), String(port)], {
      env: { ...env, FOTOLOT_SECRET: secret },
    });
    t.after(() => receiving.kill());
    let said = '';
    receiving.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    const forge = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers, body: '{"type":"lot.done"}' }).then(
        ({ status }) => status,
        () => 0,
      );
    const now = String(Math.floor(Date.now() / 1000));
    const forged = { 'webhook-id': 'msg_x', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' };
    await pollUntil(
      () => forge(forged),
      (status) => status === 401,
    );
    equal(await forge({}), 401);
    await writeFile(join(folder.path, 'poza.jpg'), await smallPhoto(3));
    await run(process.execPath, [join(EXAMPLES, 'lot.ts'), 'poza.jpg'], { cwd: folder.path, env });
    await pollUntil(
      async () => said,
      (text) => text.includes('lot.done'),
    );
    const arrival = (before: string | null = null) =>
      pollUntil(
        async () => (await ana.call(listWebhooks, {})).webhooks[0]?.deliveries[0],
        (delivery) => delivery?.state === 'arrived' && delivery.triedAt !== before,
      );
    const { id = '', triedAt } = (await arrival()) ?? {};
    await ana.call(replayDelivery, { params: { webhookId: webhook.id, deliveryId: id } });
    await arrival(triedAt);
    match(said, /^lot\.done \{"batchId":"lot_\w+","runId":"run_\w+","state":"done","done":1,"failed":0\}\n$/);
  });
});
