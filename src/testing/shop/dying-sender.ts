import type { KyselyPlugin } from 'kysely';
import { createAnafClient } from '#server/adapters/anaf/anaf-client.ts';
import type { Anaf } from '#server/adapters/anaf/port.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { diskFiles } from '#server/adapters/files/disk.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import { startHub } from '#server/adapters/live/hub.ts';
import type { App } from '#server/app.ts';
import { sendDocuments } from '#server/payments/sending/send-documents.ts';
import { appOn } from '#testing/app.ts';
import { SELLER } from '#testing/shop/invoice-shop.ts';

/**
 * A program that runs the job of sendings once and kills itself at its n-th step: before and after each statement and each call to ANAF.
 * Arguments: the database, the folder of files, ANAF's address, how far its clock is ahead in milliseconds, n.
 */
const [url = '', folder = '', api = '', ahead = '0', nth = '0'] = process.argv.slice(2);
let left = Number(nth);

function step(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    step();
    return node;
  },
  transformResult: async ({ result }) => {
    step();
    return result;
  },
};

function dying<T extends object>(calls: T): T {
  return new Proxy(calls, {
    get(target, name, receiver) {
      const found = Reflect.get(target, name, receiver);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        step();
        const answer = found.apply(target, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.then((value) => {
          step();
          return value;
        });
      };
    },
  });
}

const log = { info: () => {}, warn: () => {}, error: () => {} };
const now = () => new Date(Date.now() + Number(ahead));
const database = openDatabase(url, log);
const db = database.db.withPlugin(counting);
const hub = await startHub(url, database.db, log);
const findPlace = async () => ({ signIn: api, api, clientId: 'fotolot', clientSecret: 'stand-in' });
const anaf: Anaf = createAnafClient({
  mode: 'live',
  environment: 'test',
  findPlace,
  now,
  pace: async () => {},
  callMs: 500,
});
const app: App = {
  ...appOn(database.db, hub),
  db,
  change: createTransactionRunner(db, { now, log, notify: hub.notify }),
  now,
  files: dying(await diskFiles(folder, { room: async () => null })),
  operator: SELLER,
  eFactura: 'live',
  anaf: dying(anaf),
};
await sendDocuments(app);
process.stdout.write(`${Number(nth) - left}`);
await hub.close();
await database.close();
