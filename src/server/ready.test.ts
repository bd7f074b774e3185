import { equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';
import { testDatabase } from '#testing/database.ts';
import { PASSWORD, pollUntil } from '#testing/server.ts';
import { unusedPort } from '#testing/unused-port.ts';

it('answers no request before the first admin’s account is there, also when the database is cut meanwhile', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fotolot-test-'));
  const port = await unusedPort();
  // Three times the connection that would make the account is cut; what counts them outlives each.
  await database.pool.query(`
    create sequence cuts;
    create function cut() returns trigger language plpgsql as
    $$ begin
      if nextval('cuts') <= 3 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger cut before insert on users for each row execute function cut()`);
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOT_PROCESSES: '1',
    CUTOUT_MODEL: 'off',
    GOOGLE_ISSUER: 'off',
    NETOPIA_MODE: 'off',
    ADMIN_EMAIL: 'administrator@fotolot.example',
    ADMIN_PASSWORD: PASSWORD,
  });
  const starting = startServer(config, pino({ level: 'silent' }));
  const askStatus = () =>
    fetch(`http://127.0.0.1:${port}/api/operator`).then(
      ({ status }) => status,
      () => 0,
    );
  const accounts = async () => (await database.pool.query('select from users')).rowCount;
  const first = await pollUntil(askStatus, (status) => status !== 0);
  const before = await accounts();
  const running = await starting;
  await running.stop();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
  equal(first, 200);
  equal(before, 1);
  equal(running.firstAdmin, 'created');
});
