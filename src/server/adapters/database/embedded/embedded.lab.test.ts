import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import pg from 'pg';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { shortenLog } from './postgres-process.ts';

const EMBEDDED = join(import.meta.dirname, 'embedded.ts');
const lines: string[] = [];
const note = (_: object, message: string) => void lines.push(message);
const log = { info: note, warn: note, error: note };

describe('the embedded PostgreSQL', { skip: process.platform === 'win32' }, () => {
  // One folder for all: making a cluster takes a second, starting it again 0.1.
  let folder: TemporaryFolder;
  let running: EmbeddedPostgres[] = [];
  const start = async (dataDir = folder.path) => {
    const started = await startEmbeddedPostgres({ dataDir, log });
    running.push(started);
    return started;
  };
  const cluster = () => join(folder.path, 'postgres/cluster');

  before(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    running = [];
  });
  after(() => folder.remove());

  it('starts in an empty folder, speaks Romanian, keeps what was written, and leaves no process behind', async () => {
    const first = await start();
    const [settings] = await query(
      first.url,
      "SELECT lower('ĂÂÎȘȚ') AS low, current_setting('fsync') AS fsync, current_setting('listen_addresses') AS tcp, current_setting('server_encoding') AS encoding",
    );
    assert.deepEqual(settings, { low: 'ăâîșț', fsync: 'on', tcp: '', encoding: 'UTF8' });
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const pid = await postmaster(cluster());
    await first.stop();
    assert.equal(isAlive(pid), false);
    const second = await start();
    assert.deepEqual(await query(second.url, 'SELECT n FROM kept'), [{ n: 7 }]);
  });

  it('lets only its user reach the cluster and the socket', async () => {
    const { url } = await start();
    const socket = new URL(url).searchParams.get('host') ?? '';
    for (const path of [socket, cluster()]) assert.equal((await stat(path)).mode & 0o077, 0, path);
  });

  it('refuses a connection without the password of its folder, even of users who may enter the socket’s folder', async () => {
    const { url } = await start();
    const secret = await stat(join(folder.path, 'postgres-password'));
    assert.equal(secret.mode & 0o777, 0o600);
    for (const password of ['', 'postgres']) await assert.rejects(query(guessing(url, password), 'SELECT 1'));
  });

  it('locks a cluster that was made without a password or lost its rules, and gives one whose password was lost another', async () => {
    const { url, stop } = await start();
    await query(url, 'CREATE TABLE older AS SELECT 3 AS n');
    await stop();
    await writeFile(join(cluster(), 'pg_hba.conf'), 'local all all trust\n');
    await rm(join(folder.path, 'postgres-password'), { force: true });
    const closed = await start();
    assert.notEqual(closed.url, url);
    for (const old of [url, guessing(url, '')]) await assert.rejects(query(old, 'SELECT 1'));
    await closed.stop();
    await rm(join(cluster(), 'pg_hba.conf'));
    const again = await start();
    assert.deepEqual(await query(again.url, 'SELECT n FROM older'), [{ n: 3 }]);
  });

  it('says in a sentence that a folder lies where its password should, and starts once it is away', async () => {
    const { stop } = await start();
    await stop();
    const secret = join(folder.path, 'postgres-password');
    await rm(secret);
    await mkdir(secret);
    await assert.rejects(
      start(),
      /The password of the data folder's database, .*postgres-password, is a folder\. Move what lies there away/,
    );
    await rmdir(secret);
    await start();
  });

  it('keeps locks that no other user can read, also one that an older version made', async () => {
    const locks = [join(folder.path, 'server.lock'), join(folder.path, 'postgres/server.lock')];
    for (const lock of locks) await chmod(lock, 0o644);
    await start();
    for (const lock of locks) assert.equal((await stat(lock)).mode & 0o777, 0o600, lock);
  });

  it('refuses a second server on the same folder with a sentence, until the first has stopped', async () => {
    const first = await start();
    await assert.rejects(start(), /Another Fotolot server is already running on the data folder .*DATA_DIR/);
    const elsewhere = server(folder.path);
    assert.match(await elsewhere.output, /Another Fotolot server is already running/);
    await first.stop();
    await start();
  });

  it('loses nothing acknowledged when its server is killed with -9, and starts again', async () => {
    const crashed = server(folder.path);
    const url = await crashed.url;
    await query(url, 'CREATE TABLE inserts (n int PRIMARY KEY)');
    for (let n = 0; n < 50; n += 1) await query(url, `INSERT INTO inserts VALUES (${n})`);
    const orphan = await postmaster(cluster());
    await crashed.kill();
    assert.equal(isAlive(orphan), true);
    const { url: again } = await start();
    assert.equal(isAlive(orphan), false);
    assert.deepEqual(await query(again, 'SELECT count(*)::int AS n FROM inserts'), [{ n: 50 }]);
  });

  it('loses nothing when the server and PostgreSQL are killed together', async () => {
    const crashed = server(folder.path);
    const url = await crashed.url;
    await query(url, 'CREATE TABLE series AS SELECT generate_series(1, 1000) AS n');
    const orphan = await postmaster(cluster());
    await crashed.kill();
    process.kill(orphan, 'SIGKILL');
    const { url: again } = await start();
    assert.deepEqual(await query(again, 'SELECT count(*)::int AS n FROM series'), [{ n: 1000 }]);
  });

  it('is started again when it alone is killed and its server lives', async () => {
    const { url } = await start();
    await query(url, 'CREATE TABLE single AS SELECT 1 AS n');
    const victim = await postmaster(cluster());
    process.kill(victim, 'SIGKILL');
    assert.deepEqual(await queryPatiently(url, 'SELECT n FROM single'), [{ n: 1 }]);
    assert.notEqual(await postmaster(cluster()), victim);
  });

  it('begins its log anew when that has grown long, while it runs, and keeps the one before', async () => {
    const log = join(folder.path, 'postgres.log');
    const { url } = await start();
    await appendFile(log, 'x'.repeat(5_000_001));
    shortenLog(log);
    assert.equal((await stat(log)).size, 0);
    assert.ok((await stat(`${log}.old`)).size > 5_000_000);
    await assert.rejects(query(url, 'SELECT refused FROM nowhere'));
    assert.match(await readFile(log, 'utf8'), /^[^\0]*nowhere/);
    shortenLog(log);
    assert.notEqual((await stat(log)).size, 0);
  });

  it('heals a creation cut off half-way and a damaged copy of the programs', async () => {
    const { stop } = await start();
    await stop();
    const [native = ''] = (await readdir(join(folder.path, 'postgres'))).filter((name) =>
      name.startsWith('native-'),
    );
    await truncate(join(folder.path, 'postgres', native, 'bin/postgres'), 0);
    await rm(cluster(), { recursive: true });
    await mkdir(join(folder.path, 'postgres/half-cluster-dead/base'), { recursive: true });
    await mkdir(join(folder.path, 'postgres', `${native}.half`, 'bin'), { recursive: true });
    const healed = await start();
    assert.deepEqual(await query(healed.url, 'SELECT 1 AS n'), [{ n: 1 }]);
    await healed.stop();
    assert.deepEqual((await readdir(join(folder.path, 'postgres'))).sort(), [
      'cluster',
      native,
      'server.lock',
      'socket',
    ]);
  });

  it('puts the socket elsewhere when the folder has a long name, and removes it at the end', async () => {
    const dataDir = join(folder.path, 'mașini, haine și alte lucruri '.repeat(4));
    const { url, stop } = await start(dataDir);
    const socket = new URL(url).searchParams.get('host') ?? '';
    assert.ok(Buffer.byteLength(`${socket}/.s.PGSQL.5432`) < 100, socket);
    assert.equal((await stat(socket)).mode & 0o077, 0);
    assert.deepEqual(await query(url, 'SELECT 1 AS n'), [{ n: 1 }]);
    await stop();
    await assert.rejects(stat(socket), { code: 'ENOENT' });
  });
});

/** The same address with another password; libpq takes an empty one for none. */
function guessing(url: string, password: string): string {
  const guess = new URL(url);
  guess.password = password;
  return guess.href;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Retries while PostgreSQL is coming back; the test's own limit ends it. */
async function queryPatiently(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, sql);
    } catch (error) {
      if (
        !['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', '57P03', '57P01'].includes(
          (error as { code: string }).code,
        )
      )
        throw error;
    }
  }
}

async function postmaster(cluster: string): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** A zombie that is never reaped counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** A server process of its own: starts the database, prints its address, and waits to be killed. */
function server(dataDir: string): { url: Promise<string>; output: Promise<string>; kill(): Promise<void> } {
  const code = `
    import { type EmbeddedPostgres, startEmbeddedPostgres } from ${JSON.stringify(EMBEDDED)};
    const log = { info() {}, warn() {}, error() {} };
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    url: once(child.stdout, 'data').then(([text]) => String(text).trim()),
    output: collect(child),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function collect(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.on('data', (part) => (text += part));
  child.stderr?.on('data', (part) => (text += part));
  await once(child, 'close');
  return text;
}
