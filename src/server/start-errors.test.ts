import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';
import { listenProblem, RESTORE_UNDER_WAY } from '#server/start-errors.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

describe('a server that cannot start says why', () => {
  let folder: TemporaryFolder;
  let database: TestDatabase;
  const servers: Server[] = [];

  before(async () => {
    folder = await makeTemporaryFolder();
    database = await testDatabase();
  });
  after(async () => {
    for (const server of servers) server.close();
    await database.close();
    await folder.remove();
  });

  async function reason(env: Record<string, string>): Promise<string> {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: database.url,
      LOT_PROCESSES: '1',
      CUTOUT_MODEL: 'off',
      ...env,
    });
    const started = await startServer(config, pino({ level: 'silent' })).catch((error: Error) => error);
    if (started instanceof Error) return started.message;
    await started.stop();
    return assert.fail('it started');
  }

  async function listening(onConnect: Parameters<typeof createServer>[1] = () => {}): Promise<number> {
    const server = createServer(onConnect).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const bound = server.address();
    return typeof bound === 'object' && bound ? bound.port : 0;
  }

  it('when a restore into its data folder was cut short', async () => {
    const half = join(folder.path, 'half');
    await mkdir(half);
    await writeFile(join(half, RESTORE_UNDER_WAY), '');
    assert.match(await reason({ DATA_DIR: half }), /A restore into .*half is under way or was cut short\./);
  });

  it('when its port is taken or its address is another machine’s', async () => {
    const port = await listening();
    assert.equal(
      await reason({ PORT: String(port) }),
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that program, or start with another PORT.`,
    );
    assert.equal(
      await reason({ HOST: '203.0.113.9', ALLOW_DEMO: '1' }),
      'HOST is no address of this machine: 203.0.113.9.',
    );
    const refused = listenProblem(Object.assign(new Error(), { code: 'EACCES' }), { PORT: 80, HOST: '::' });
    assert.match(String(refused), /may not listen on port 80 of ::\./);
  });

  it('when its data folder is a file, lies under one, or is not writable', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, 'x');
    for (const path of [file, join(file, 'data')])
      assert.equal(
        await reason({ DATA_DIR: path }),
        `DATA_DIR must be a folder, but there is a file in its place: ${path}.`,
      );
    if (process.getuid?.() === 0) return;
    const closed = join(folder.path, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o500);
    assert.equal(await reason({ DATA_DIR: closed }), `DATA_DIR is not writable for this user: ${closed}.`);
    assert.match(await reason({ DATA_DIR: join(closed, 'data') }), /^DATA_DIR cannot be created: .+EACCES/);
  });

  it('when its database is away, refuses it or is none, without telling the password', async () => {
    const port = await listening((socket) => socket.destroy());
    const cases = [
      [
        'postgres://ana:parola1@127.0.0.1:1/fotolot',
        /no PostgreSQL answers at 127\.0\.0\.1:1\/fotolot \(ECONNREFUSED\)/,
      ],
      [
        'postgres://ana:parola1@localhost:1/fotolot',
        /no PostgreSQL answers at localhost:1\/fotolot \(ECONNREFUSED\)/,
      ],
      [`postgres://ana:parola1@127.0.0.1:${port}/fotolot`, /no PostgreSQL answers at 127/],
      ['postgres://ana:parola1@nimeni.invalid/fotolot', /no PostgreSQL answers at nimeni\.invalid\/fotolot/],
      ['postgres://ana:parola1@:x:y', /is no address of a PostgreSQL/],
    ] as const;
    for (const [url, sentence] of cases) {
      // Also where no TLS is asked for.
      const said = await reason({ DATABASE_URL: url, ALLOW_DEMO: '1' });
      assert.match(said, sentence);
      assert.match(said, /^DATABASE_URL/);
      assert.doesNotMatch(said, /parola1|\n/);
    }
    const nowhere = new URL(database.url);
    nowhere.pathname = '/nu_exista';
    assert.match(
      await reason({ DATABASE_URL: String(nowhere) }),
      /has no database nu_exista\. Create it first\.$/,
    );
  });
});
