import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql as query } from 'kysely';
import { login, register } from '#contract/auth.ts';
import { deleteAccount, previewDeletion } from '#contract/deletion.ts';
import { saveRecipe } from '#contract/recipes/saved-recipes.ts';
import { proveMyself } from '#contract/security.ts';
import { readMe, updateMe } from '#contract/users.ts';
import { plusDays } from '#domain/days.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { deleteUnusedAccounts } from '#server/account/deletion/delete-unused-accounts.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import type { App } from '#server/app.ts';
import { createBatch } from '#server/batches/edit/edit-batch.ts';
import { saveBilling } from '#server/payments/checkout/billing.ts';
import { applyPaymentEvent } from '#server/payments/orders/apply-payment-event.ts';
import { removeFiles } from '#server/photos/remove-files.ts';
import { saveBrandKit } from '#server/recipes/brand-kit.ts';
import { saveRecipe as storeRecipe } from '#server/recipes/save-recipe.ts';
import { withClock } from '#testing/app.ts';
import { sendPicture, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { mailsSent } from '#testing/mail/mails.ts';
import { everyFile } from '#testing/matrix/personas.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { PASSWORD, pollUntil, type TestServer, testServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  BILLING,
  type Buyer,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

const codeOf = (error: { code?: string }) => error.code;
const NAME = 'Zenobia Plecată';
const EMAIL = 'zenobia@fotolot.example';

describe('deleting one’s account', () => {
  let server: TestServer;
  let user: Buyer;
  let orderId = '';
  before(async () => {
    server = await testServer({ NETOPIA_MODE: 'simulator' });
    user = await server.newUser(EMAIL);
  });
  after(() => server.close());

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const prove = (by: Buyer) => by.call(proveMyself, { body: { password: PASSWORD } });
  const leave = (by: Buyer) => by.call(deleteAccount, {});
  const inFolders = async () =>
    Object.keys(await everyFile(server)).filter((path) =>
      /\/(originals|thumbnails|proxies|results|masks|users|uploads)\//.test(path),
    );

  /** The app; its next change reports when it waits for another one's lock. Other waits for locks last a moment and do not count. */
  function watched(app: App) {
    let pid: unknown = null;
    const change: App['change'] = (work) =>
      app.change(async (unit) => {
        pid = (await query<{ pid: number }>`select pg_backend_pid() as pid`.execute(unit.tx)).rows[0]?.pid;
        return work(unit);
      });
    const blocked = () => sql('select 1 where cardinality(pg_blocking_pids($1)) > 0', [pid]);
    const waits = () => pollUntil(blocked, ({ length }) => length > 0);
    return { app: { ...app, change }, waits };
  }

  /** Returns every row that has one of these texts, as „table: row”. */
  async function mentions(what: string): Promise<string[]> {
    const tables = await sql(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('legal_texts', 'web_builds')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await sql(`select t::text as row from ${name} t where position($1 in t::text) > 0`, [
        what,
      ]);
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  }

  it('shows first what goes with the account, and is refused without a fresh proof', async () => {
    await user.call(updateMe, { body: { displayName: NAME } });
    await sendPicture(user, await smallPhoto(3));
    const photoIds = await uploadPhotos(user, [1, 2]);
    const batch = await newBatch(user, { name: 'Bicicleta Zenobiei', photoIds });
    await startRun(user, batch.id, { photoIds, cost: 1 });
    await runEnded(user, batch.id);
    await user.call(saveRecipe, { body: { name: 'Rețeta Zenobiei', recipe: DEFAULT_RECIPE, outputs: [] } });
    await sql(
      `insert into advert_connections (id, user_id, site, is_test, seller_id, seller_name, sealed_grant, expires_at, renewed_at, connected_at)
       values ('adc_1', $1, 'olx', false, '7', 'Zenobia cu biciclete', '1.abc', now(), now(), now())`,
      [user.uid],
    );
    await sql(
      `insert into advert_attempts (state_hash, user_id, session_id, site, redirect_uri, expires_at)
       select 'abc', user_id, id, 'olx', 'https://fotolot.example', now() + interval '15 minutes' from sessions where user_id = $1`,
      [user.uid],
    );
    const item = await packageCalled(user, 'Starter 10');
    await agreeToCheckout(user, item);
    const started = await beginPayment(user, item.id);
    orderId = started.orderId;
    const preview = await user.call(previewDeletion, {});
    equal(preview.obstacle?.kind, 'order-pending');
    await createDeskClient(started.paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    await orderBecomes(user, orderId, 'paid');
    const {
      credits,
      photos,
      lots: batches,
      recipes,
      refunds,
      obstacle,
      plan,
    } = await user.call(previewDeletion, {});
    deepEqual(
      { credits, photos, lots: batches, recipes, refunds, obstacle, plan },
      {
        credits: 12,
        photos: 2,
        lots: 1,
        recipes: 1,
        refunds: [{ orderId, name: 'Starter 10', amount: 50 }],
        obstacle: null,
        plan: null,
      },
    );
    await sql(`update sessions set proved_at = now() - interval '11 minutes'`);
    await rejects(leave(user), { code: 'auth/proof-required' });
  });

  it('waits for an order that may still be paid, for half an hour', async () => {
    const item = await packageCalled(user, 'Pro 25');
    await agreeToCheckout(user, item);
    const open = await beginPayment(user, item.id);
    await prove(user);
    await rejects(leave(user), { code: 'users/order-pending' });
    equal((await user.call(readMe, {})).email, EMAIL);
    await sql(`update orders set created_at = created_at - interval '31 minutes' where id = $1`, [
      open.orderId,
    ]);
    equal((await user.call(previewDeletion, {})).obstacle, null);
  });

  it('erases runs, files, texts and sessions at once; the books stay and agree', async () => {
    const photoIds = await uploadPhotos(user, [11, 12, 13, 14, 15, 16]);
    const batch = await newBatch(user, { name: 'Încă una', photoIds });
    await startRun(user, batch.id, { photoIds, cost: 1 });
    const stream = new EventStream(user);
    await stream.waitForLiveEvent(({ type }) => type === 'snapshot');
    await leave(user);
    await pollUntil(async () => stream.ended, Boolean);
    await rejects(user.call(readMe, {}), { code: 'auth/session-required' });
    await mailsSent(server);
    await pollUntil(
      () => sql('select key from files_to_remove'),
      (keys) => keys.length === 0,
    );
    deepEqual(
      (await sql('select kind, address from mails where address = $1', [EMAIL])).map(({ kind }) => kind),
      ['account-deleted'],
    );
    await sql(`delete from mails where kind = 'account-deleted'`);
    for (const word of [EMAIL, NAME, 'Zenobi', 'poza', '.jpg']) deepEqual(await mentions(word), [], word);
    for (const table of ['advert_connections', 'advert_attempts'])
      deepEqual(await sql(`select user_id from ${table}`), [], table);
    const billed = await mentions('Ștefania');
    deepEqual(
      billed.map((said) => said.split(':')[0]),
      ['checkouts', 'invoices'],
    );
    deepEqual(await inFolders(), []);
    const [row] = await sql('select * from users where id = $1', [user.uid]);
    deepEqual(
      [row.display_name, row.password_hash, row.photo_url, Number(row.stored_bytes)],
      [null, null, null, 0],
    );
    const open = await sql('select id from runs where finished_at is null');
    deepEqual(open, []);
    await pollUntil(
      () => findViolations(server.app, { deep: true, orphanGraceMs: 0 }),
      (violations) => violations.length === 0,
    );
  });

  it('leaves the address free to register, without a second signup bonus', async () => {
    const again = server.client();
    const { credits } = await again.call(register, { body: { email: EMAIL, password: PASSWORD } });
    equal(credits.totalCredits, 0);
  });

  it('sends money that comes later to review, and gives nothing', async () => {
    const [late] = await sql(`select id from orders where state not in ('paid') and user_id = $1`, [
      user.uid,
    ]);
    const event = { kind: 'paid', amountBani: 10_000, currency: 'RON' } as const;
    await server.app.change((unit) =>
      applyPaymentEvent(unit, server.app, { orderId: late.id, update: { source: 'notification', event } }),
    );
    const [order] = await sql('select state, held_for, is_granted from orders where id = $1', [late.id]);
    deepEqual(order, { state: 'review', held_for: 'account-deleted', is_granted: false });
    deepEqual(await findViolations(server.app, { deep: false, orphanGraceMs: 0 }), []);
  });

  it('is refused for the last admin, and done for the last but one', async () => {
    const [first, second] = [await server.newUser(), await server.newUser()];
    await sql(`update users set role = 'admin' where id = $1`, [first.uid]);
    await prove(first);
    equal((await first.call(previewDeletion, {})).obstacle?.kind, 'last-admin');
    await rejects(leave(first), { code: 'auth/last-admin' });
    await sql(`update users set role = 'admin' where id = $1`, [second.uid]);
    await prove(second);
    const [one, other] = await Promise.allSettled([leave(first), leave(second)]);
    deepEqual([one.status, other.status].sort(), ['fulfilled', 'rejected']);
    ok((await sql(`select id from users where role = 'admin' and deleted_at is null`)).length === 1);
  });

  it('leaves no rows that the account’s own tabs write at that moment', async () => {
    const leaver = await server.newUser();
    const { app } = server;
    const session = { id: leaver.uid, role: 'user', sessionId: 'ses_1' } as const;
    // The deletion waits for this before it can lock the account's row; other rows may still reference it.
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from users where id = $1 for no key update', [leaver.uid]);
    const erasing = watched(app);
    const isErased = erasing.app.change((unit) => eraseAccount(unit, app, leaver.uid));
    await erasing.waits();
    const watermark = { ...DEFAULT_WATERMARK, text: 'Grăbita' };
    const content = { name: 'Rețeta Grăbitei', recipe: DEFAULT_RECIPE, outputs: [] };
    await saveBilling(app, session, { ...BILLING, firstName: 'Grăbita' });
    await storeRecipe(app, session, content);
    await saveBrandKit(app, session, { watermark, plates: null });
    const creating = watched(app);
    const batch = createBatch(creating.app, session, { name: 'Lotul Grăbitei', photoIds: [] }).catch(codeOf);
    await creating.waits();
    await holder.query('commit');
    holder.release();
    equal(await isErased, true);
    // PostgreSQL leaves open which waiter for a row comes first: a batch that was made before goes with the rest.
    match(String(await batch), /^(auth\/session-required|lot_\w+)$/);
    const late = [
      saveBilling(app, session, BILLING),
      storeRecipe(app, session, content),
      saveBrandKit(app, session, { watermark, plates: null }),
    ];
    await Promise.all(late.map((one) => rejects(one, { code: 'auth/session-required' })));
    deepEqual(await mentions('Grăbit'), []);
    deepEqual(await findViolations(app, { deep: false, orphanGraceMs: 0 }), []);
  });

  it('finishes on the disk what a crash left behind', async () => {
    const someone = await server.newUser();
    await uploadPhotos(someone, [21]);
    const { app } = server;
    // The commit stands, and its job never ran.
    const queue = { ...app.queue, send: async () => {} };
    await app.change((unit) => eraseAccount(unit, { ...app, queue }, someone.uid));
    ok((await sql('select * from files_to_remove')).length > 0);
    deepEqual(await findViolations(app, { deep: false, orphanGraceMs: 0 }), []);
    equal(await app.change((unit) => eraseAccount(unit, app, someone.uid)), false);
    await removeFiles(app, server.uploads);
    deepEqual(await inFolders(), []);
  });

  it('happens by itself to accounts unused for 24 months, 30 days after a warning by mail', async () => {
    const [gone, back, planned] = [
      await server.newUser('demult@fotolot.example'),
      await server.newUser('intors@fotolot.example'),
      await server.newUser('abonat@fotolot.example'),
    ];
    const long = [gone.uid, back.uid, planned.uid];
    await sql(`update users set seen_at = now() - interval '732 days' where id = any($1)`, [long]);
    await sql(`update users set plan = 'test' where id = $1`, [planned.uid]);
    const { app } = server;
    const inDays = (days: number) => withClock(app, () => plusDays(new Date(), days));
    const left = async () =>
      (await sql('select id from users where deleted_at is null and id = any($1)', [long])).map(
        ({ id }) => id,
      );
    const reported = async () =>
      (await sql(`select address from mails where kind = 'unused-account' order by 1`)).map(
        (row) => row.address,
      );
    await deleteUnusedAccounts(app);
    await deleteUnusedAccounts(inDays(29));
    deepEqual(await reported(), ['demult@fotolot.example', 'intors@fotolot.example']);
    equal((await left()).length, 3);
    await back.call(login, { body: { email: 'intors@fotolot.example', password: PASSWORD } });
    await deleteUnusedAccounts(inDays(31));
    deepEqual((await left()).sort(), [back.uid, planned.uid].sort());
    await deleteUnusedAccounts(inDays(800));
    equal(
      (await sql(`select id from mails where kind = 'unused-account' and user_id = $1`, [back.uid])).length,
      2,
    );
  });
});
