import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';

/**
 * `npm run dev`: the server, restarted when a file of it changes, and Vite with the page, which hands the API on. Settings as for
 * `npm start`, but in a data folder of its own, `dev` in the other one; PostgreSQL outlives the server's restarts.
 */
const page = `http://127.0.0.1:${process.env.VITE_PORT ?? '5173'}`;
const dataDir = join(process.env.DATA_DIR || 'data', 'dev');
const log = { info: () => {}, warn: console.warn, error: console.error };

await mkdir(dataDir, { recursive: true, mode: 0o700 });
const postgres = process.env.DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: join(dataDir, 'database'), log });
const env = {
  LOG_LEVEL: 'warn',
  PUBLIC_URL: page,
  // Half of a restart would be compiling files that did not change.
  NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  ...process.env,
  DATA_DIR: dataDir,
  ...(postgres && { DATABASE_URL: postgres.url }),
};
const run = (...words: string[]) => spawn(process.execPath, words, { stdio: 'inherit', env });
const server = run('--watch', '--watch-preserve-output', 'src/server/main.ts');
const vite = run('node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--logLevel', 'warn');

/** Whatever ends first ends the other, and PostgreSQL after both. */
const ended = async (program: ChildProcess) => {
  const [code] = await once(program, 'exit');
  process.exitCode ||= code ?? 0;
  server.kill('SIGTERM');
  vite.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.kill('SIGTERM');
    vite.kill('SIGTERM');
  });
await Promise.all([ended(server), ended(vite)]);
await postgres?.stop();
