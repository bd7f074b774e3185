import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { User } from '#server/app.ts';
import { reportProblem } from '#server/batches/report-problem.ts';
import { mails } from '#server/mails.ts';
import { setRole } from '#server/users/admins/role-store.ts';
import { eraseUser } from '#server/users/erase-store.ts';
import { readUserEmail } from '#server/users/user-store.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { NO_RECORD } from '#testing/shop/no-record.ts';

const OPERATOR = { ...NO_RECORD, name: 'Foto SRL', email: 'ajutor@fotolot.example' };

describe('„Ceva n-a ieșit bine?”', () => {
  let t: TestApp;
  let user: User;
  let batchId: string;
  before(async () => {
    t = await testApp();
    user = await t.newUser();
    ({ batchId } = await t.newBatch(user, 1));
  });
  after(() => t.close());
  const written = () =>
    t.app.db.selectFrom('mails').selectAll().where('kind', '=', 'lot-problem').orderBy('address').execute();

  it('writes to the operator with the id of the batch, the words and the address to reply to, and with no file name', async () => {
    await reportProblem({ ...t.app, operator: OPERATOR }, user, {
      batchId,
      text: 'Mașina e galbenă.\n\n\u202eNu-i bine.',
    });
    const [mail, ...more] = await written();
    assert.ok(mail);
    assert.deepEqual([mail.address, more], ['ajutor@fotolot.example', []]);
    const row = { id: mail.id, kind: mail.kind, userId: null, address: mail.address, data: mail.data };
    const letter = await mails['lot-problem'](t.app, row);
    const from = await readUserEmail(t.app.db, user.id);
    for (const part of [batchId, from, '„Mașina e galbenă.”', '„Nu-i bine.”'])
      assert.ok(letter?.text.includes(part), part);
    assert.doesNotMatch(letter?.text ?? '', /\.jpg/);
  });

  it('leaves neither words nor address behind once its writer’s account is erased', async () => {
    const writer = await t.newUser();
    const { batchId } = await t.newBatch(writer, 1);
    const operator = { ...OPERATOR, email: 'urma@fotolot.example' };
    await reportProblem({ ...t.app, operator }, writer, { batchId, text: 'Nu-mi place.' });
    const email = await readUserEmail(t.app.db, writer.id);
    await t.app.change(({ tx }) => eraseUser(tx, t.app, { userId: writer.id, email }));
    const left = (await written()).map(({ address: sentTo, data }) => [sentTo, data]);
    assert.deepEqual(
      left.filter(([sentTo]) => sentTo === '' || sentTo === operator.email),
      [['', {}]],
    );
  });

  it('writes to every admin where no operator is entered; a stranger cannot write about the batch', async () => {
    const admin = await t.newUser();
    await t.app.change((unit) => setRole(unit, t.app, { userId: admin.id, role: 'admin' }));
    await reportProblem({ ...t.app, operator: null }, user, { batchId, text: 'Altceva' });
    const addresses = (await written()).map(({ address: sentTo }) => sentTo);
    assert.ok(addresses.includes(await readUserEmail(t.app.db, admin.id)));
    await assert.rejects(reportProblem(t.app, admin, { batchId, text: 'nu e al meu' }), {
      code: 'batches/not-found',
    });
  });
});
