import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { silent } from '../../tools/data-folder.ts';

/** As an operator sets them: a pooler hands on no limits. */
async function limitConnections(databaseUrl: string): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl, silent);
  await pool
    .query("alter role current_user set statement_timeout = '30s'")
    .then(() => pool.query("alter role current_user set idle_in_transaction_session_timeout = '30s'"))
    .finally(close);
}

/**
 * Starts a pgbouncer in transaction mode before a PostgreSQL, for all of its databases. Returns its address; `cleanUps` ends it. Fails
 * where this machine has none.
 */
export async function startPgbouncer(databaseUrl: string, cleanUps: AsyncDisposableStack): Promise<string> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0)
    throw new Error('This machine has no pgbouncer (apt-get install pgbouncer).');
  await limitConnections(databaseUrl);
  const target = new URL(databaseUrl);
  const port = await unusedPort();
  const folder = await makeTemporaryFolder();
  const settings = join(folder.path, 'pgbouncer.ini');
  const host = target.searchParams.get('host') ?? target.hostname;
  const password = decodeURIComponent(target.password);
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${target.port || 5432} user=${target.username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 15
server_idle_timeout = 5
`,
  );
  // Started as root it refuses to stay that; PostgreSQL's socket is for this user alone.
  const isRoot = process.getuid?.() === 0;
  await chmod(settings, 0o644);
  const child = spawn('pgbouncer', [...(isRoot ? ['--user', 'nobody'] : []), settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part).slice(-2000);
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  cleanUps.defer(async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      kill();
      await once(child, 'exit');
    }
    await folder.remove();
  });
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    if (await listens(port)) return url.href;
    await delay(50);
  }
  throw new Error(`pgbouncer did not start:\n${said}`);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isThere;
}
