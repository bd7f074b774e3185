import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { listAuditLog } from '#server/admin/users/audit-log-view.ts';
import { listNotes, writeNote } from '#server/admin/users/notes.ts';
import { resendReceipt, resendVerification } from '#server/admin/users/resend-mails.ts';
import type { User } from '#server/app.ts';
import { makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { readUserEmail } from '#server/users/user-store.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type CardShop, cardShop } from '#testing/shop/card-shop.ts';
import { readSaidNumber } from '#testing/shop/said-number.ts';

describe('what support does about an account', () => {
  let card: CardShop;
  let outbox: TestOutbox;
  let admin: User;
  before(async () => {
    card = await cardShop();
    outbox = await testOutbox(card.app);
    admin = await card.t.newUser();
  });
  afterEach(() => card.tidy());
  after(async () => {
    await outbox.close();
    await card.close();
  });
  const acts = async (userId: string) =>
    (await listAuditLog(card.app, { userId })).acts.map(({ kind }) => kind);

  it('writes notes for good, newest first, with their writer, and keeps their words out of the audit log', async () => {
    const user = await card.t.newUser();
    for (const words of ['  A sunat Ana.\nVrea factură pe firmă. ', 'I-am scris.'])
      await writeNote(card.app, admin, { userId: user.id, words });
    const { notes } = await listNotes(card.app, user.id);
    deepEqual(
      notes.map(({ words, by }) => [words, by]),
      [
        ['I-am scris.', await readUserEmail(card.app.db, admin.id)],
        ['A sunat Ana.\nVrea factură pe firmă.', await readUserEmail(card.app.db, admin.id)],
      ],
    );
    deepEqual(await acts(user.id), ['note-written', 'note-written']);
    doesNotMatch(JSON.stringify(await listAuditLog(card.app, { userId: user.id })), /Ana/);
    await rejects(writeNote(card.app, admin, { userId: user.id, words: ' \n ' }), {
      code: 'http/bad-request',
    });
    await rejects(
      sql`update account_notes set words = 'alta' where user_id = ${user.id}`.execute(card.app.db),
      /append-only/,
    );
  });

  it('gives a person the notes with their data, without the admin, and erases them with the account', async () => {
    const user = await card.t.newUser();
    await writeNote(card.app, admin, { userId: user.id, words: 'Client vechi.' });
    const exported = await exportTable(card.app, 'account_notes', user.id);
    match(exported, /Client vechi\./);
    doesNotMatch(exported, new RegExp(admin.id));
    await card.app.change((unit) => eraseAccount(unit, card.app, user.id));
    deepEqual((await listNotes(card.app, user.id)).notes, []);
    await rejects(writeNote(card.app, admin, { userId: user.id, words: 'Prea târziu.' }), {
      code: 'users/not-found',
    });
  });

  it('mails the receipt again with its invoice, to the address of today, five times an hour at most', async () => {
    const user = await card.t.newUser();
    const orderId = await card.buy(user);
    await makeInvoiceFiles(card.app);
    await card.app.db
      .updateTable('users')
      .set({ email: 'noua@fotolot.example' })
      .where('id', '=', user.id)
      .execute();
    for (let i = 0; i < 5; i++) await resendReceipt(outbox.app, admin, { orderId });
    await rejects(resendReceipt(outbox.app, admin, { orderId }), { code: 'http/too-many-requests' });
    await outbox.deliver();
    const mails = await outbox.mailsTo('noua@fotolot.example');
    equal(mails.length, 5);
    match(
      mails[0]?.text ?? '',
      new RegExp(`Comanda: ${await readSaidNumber(card.app, orderId)}\\. Alăturat: Factura-`),
    );
    deepEqual(await acts(user.id), Array(5).fill('receipt-resent'));
  });

  it('mails no receipt of an order that brought no money, or of an account that is gone', async () => {
    const user = await card.t.newUser();
    const open = await card.shop.order(await card.t.newUser(), card.starter);
    const paid = await card.buy(user);
    await rejects(resendReceipt(outbox.app, admin, { orderId: open }), { code: 'payments/order-not-found' });
    await card.app.change((unit) => eraseAccount(unit, card.app, user.id));
    await rejects(resendReceipt(outbox.app, admin, { orderId: paid }), { code: 'users/not-found' });
  });

  it('mails the confirmation of an address again, and nothing once it is confirmed', async () => {
    const user = await card.t.newUser();
    const email = await readUserEmail(card.app.db, user.id);
    await resendVerification(outbox.app, admin, { userId: user.id });
    await outbox.deliver();
    equal((await outbox.mailsTo(email)).length, 1);
    await card.app.db
      .updateTable('users')
      .set({ email_verified_at: card.app.now() })
      .where('id', '=', user.id)
      .execute();
    await resendVerification(outbox.app, admin, { userId: user.id });
    deepEqual(await acts(user.id), ['verification-resent']);
  });
});
