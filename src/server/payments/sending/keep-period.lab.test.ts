import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { DAY_MS } from '#domain/days.ts';
import { readConfig } from '#server/config.ts';
import { type RunningServer, startServer } from '#server/main.ts';
import { sealAccess } from '#server/payments/anaf/anaf-pair.ts';
import { saveAnaf } from '#server/payments/anaf/anaf-store.ts';
import { findPeriod, pauseQueue } from '#server/payments/store/sending-store.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const CIF = '14399840';

describe('a server that starts in another mode of sending to ANAF', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  before(async () => {
    database = await testDatabase();
    folder = await makeTemporaryFolder();
  });
  after(async () => {
    await database.close();
    await folder.remove();
  });

  const during = async (EFACTURA_MODE: string, work: (server: RunningServer) => Promise<void>) => {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      LOT_PROCESSES: '1',
      CUTOUT_MODEL: 'off',
      GOOGLE_ISSUER: 'off',
      NETOPIA_MODE: 'off',
      DISK_GUARD: 'off',
      OPERATOR_NAME: 'Fotolot SRL',
      OPERATOR_CUI: `RO${CIF}`,
      EFACTURA_MODE,
    });
    const server = await startServer(config, pino({ level: 'silent' }));
    await work(server).finally(() => server.stop());
  };
  const connect = async ({ app }: RunningServer) => {
    const now = app.now();
    const end = new Date(now.getTime() + 90 * DAY_MS);
    const grant = { accessToken: 'a', refreshToken: 'r', expiresAt: end, refreshExpiresAt: end };
    const connection = {
      id: app.newId('anf'),
      mode: 'stand-in',
      cif: CIF,
      connected_by: 'usr_admin',
      connected_at: now,
      broken_since: null,
      right_missing_since: null,
      right_words: null,
    } as const;
    const access = sealAccess(app, connection.id, { grant, before: null, now });
    await app.change(({ tx }) => saveAnaf(tx, { connection, access }));
  };

  it('has ended the other one’s before it serves, and begun its own where it is connected', async () => {
    // The job of the clock calls nothing with tokens that are none.
    await pauseQueue(database.db, new Date(Date.now() + DAY_MS), 'limit');
    await during('stand-in', async (server) => {
      deepEqual(await findPeriod(server.app.db), null);
      await connect(server);
      ok(await findPeriod(server.app.db));
    });
    const first = await findPeriod(database.db);
    await during('stand-in', async ({ app }) => deepEqual(await findPeriod(app.db), first));
    await during('export', async ({ app }) => deepEqual(await findPeriod(app.db), null));
    const before = new Date();
    await during('stand-in', async ({ app }) => {
      const period = await findPeriod(app.db);
      ok(period && period.beganAt >= before && period.beganAt <= new Date());
    });
  });
});
