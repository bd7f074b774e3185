import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRegistration, openUser } from '#server/account/register.ts';
import { pdfDocuments } from '#server/adapters/documents/pdf-invoice.ts';
import { type DiskOptions, diskFiles } from '#server/adapters/files/disk.ts';
import { createHostedStorage } from '#server/adapters/hosted-storage/create.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import { type Hub, startHub } from '#server/adapters/live/hub.ts';
import { NO_METRICS } from '#server/adapters/metrics/port.ts';
import { noCutoutModels } from '#server/adapters/models/create.ts';
import { createWebhookSender } from '#server/adapters/webhooks/create.ts';
import type { App, Db, User } from '#server/app.ts';
import { createBatch } from '#server/batches/edit/edit-batch.ts';
import { testDatabase } from '#testing/database.ts';
import { PASSWORD } from '#testing/server.ts';

/**
 * Use cases on a real database with a clock of the test's own and no worker: jobs that are sent come nowhere, the test plays the worker. Image
 * processes are absent; touching them is a failure.
 */
export interface TestApp {
  readonly app: App;
  readonly databaseUrl: string;
  /** Moves the clock. */
  advance(milliseconds: number): void;
  newUser(): Promise<User>;
  /** A batch with photos that are ready. */
  newBatch(user: User, photos: number): Promise<{ batchId: string; photoIds: string[] }>;
  addReadyPhotos(user: User, batchId: string, photos: number): Promise<string[]>;
  close(): Promise<void>;
}

const log = {
  info: () => {},
  warn: () => {},
  error: (fields: object, message: string) => console.error(message, fields),
};

const createAbsentPart = <T extends object>(name: string): T =>
  new Proxy({} as T, {
    get: () => {
      throw new Error(`${name} is not part of this test`);
    },
  });

/** The same app by another clock, its transactions too. */
export function withClock(app: App, now: () => Date): App {
  return { ...app, now, change: (work) => app.change((unit) => work({ ...unit, now: now() })) };
}

/** An app on a database, by the clock of the machine, that lacks what runs beside it. */
export function appOn(db: Db, hub: Hub): App {
  const now = () => new Date();
  return {
    db,
    change: createTransactionRunner(db, { now, log, notify: hub.notify }),
    files: createAbsentPart('files'),
    imaging: createAbsentPart('imaging'),
    cutoutModels: noCutoutModels(),
    queue: { send: async () => {}, unfinished: async () => [] },
    live: hub,
    mail: createAbsentPart('mail'),
    payments: null,
    signIn: null,
    adverts: { olx: null, autovit: null, woocommerce: null },
    hostedStorage: createHostedStorage(''),
    firmRegistry: null,
    webhooks: createWebhookSender('local'),
    analytics: null,
    operator: null,
    salPicture: null,
    vat: { payerFrom: '2020-01-01', isCash: false, rates: [{ percent: 21, from: '2020-01-01' }] },
    numbering: { series: 'FTL', first: 1 },
    eFactura: 'export',
    anaf: null,
    documents: pdfDocuments(),
    bookYears: 5,
    version: '0.0.0',
    isDatabaseEmbedded: false,
    backupDays: 30,
    hosting: 'Uniunea Europeană',
    publicUrl: () => 'https://fotolot.example',
    log,
    metrics: NO_METRICS,
    now,
    newId: (prefix) => `${prefix}_${randomBytes(13).toString('hex')}`,
    keyedHash: (purpose, text) => `${purpose} ${text}`,
  };
}

export async function testApp(
  disk: Pick<DiskOptions, 'room'> = { room: async () => null },
): Promise<TestApp> {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-app-'));
  const hub = await startHub(database.url, database.db, log);
  let offset = 0;
  let users = 0;
  const now = () => new Date(Date.now() + offset);
  const app: App = {
    ...appOn(database.db, hub),
    files: await diskFiles(folder, disk),
    change: createTransactionRunner(database.db, { now, log, notify: hub.notify }),
    now,
  };
  const addReadyPhotos = (user: User, batchId: string, photos: number) =>
    insertPhotos(app, user, { batchId, photos });
  const account = await checkRegistration(
    { email: 'model@fotolot.example', password: PASSWORD },
    { key: 'test', isKnown: true },
  );
  return {
    app,
    databaseUrl: database.url,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    newUser: async () => {
      users += 1;
      const id = await app.change(({ tx }) =>
        openUser(tx, app, { account: { ...account, email: `om${users}@fotolot.example` }, role: 'user' }),
      );
      return { id, role: 'user', sessionId: 'ses' };
    },
    newBatch: async (user, photos) => {
      const batchId = await createBatch(app, user, { name: 'Dacia Logan' });
      return { batchId, photoIds: await addReadyPhotos(user, batchId, photos) };
    },
    addReadyPhotos,
    close: async () => {
      await hub.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ANALYSIS = {
  lo: 0,
  p50: 99,
  p90: 180,
  hi: 250,
  m50: 99,
  m90: 180,
  hiMax: 255,
  dark: 0,
  saturated: 0,
  balance: null,
};

async function insertPhotos(
  app: App,
  user: User,
  { batchId, photos }: { batchId: string; photos: number },
): Promise<string[]> {
  if (photos === 0) return [];
  const ids = Array.from({ length: photos }, () => app.newId('img'));
  await app.change(async ({ tx }) => {
    await tx
      .insertInto('photos')
      .values(
        ids.map((id, i) => ({
          id,
          owner_id: user.id,
          name: `${String(i).padStart(4, '0')}.jpg`,
          bytes: 0,
          state: 'ready' as const,
          format: 'jpeg' as const,
          width: 4000,
          height: 3000,
          sha256: id,
          analysis: JSON.stringify(ANALYSIS),
        })),
      )
      .execute();
    await tx
      .insertInto('batch_photos')
      .values(ids.map((photo_id, position) => ({ batch_id: batchId, photo_id, position })))
      .execute();
  });
  return ids;
}
