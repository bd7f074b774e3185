import { openDatabase } from '#server/adapters/database/pool.ts';
import { startHub } from '#server/adapters/live/hub.ts';
import { appOn } from '#testing/app.ts';
import { payOrder } from '#testing/shop/crowded-payments.ts';

/** A program that lets the money of all unpaid orders count, several at once, and says so after each, until it is killed. Argument: the database. */
const [url = ''] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const database = openDatabase(url, log);
const hub = await startHub(url, database.db, log);
const app = appOn(database.db, hub);
const rows = await app.db
  .selectFrom('orders')
  .select(['id', 'amount_bani'])
  .where('is_granted', '=', false)
  .execute();
const waiting = [...rows, ...rows];
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) {
      await payOrder(app, order);
      process.stdout.write('.');
    }
  }),
);
await hub.close();
await database.close();
