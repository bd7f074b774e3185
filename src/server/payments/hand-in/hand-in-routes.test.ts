import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as contract from '#contract/admin/admin-hand-ins.ts';
import type { InvoiceRow } from '#server/payments/store/invoice-store.ts';
import { readZip } from '#testing/files/zip.ts';
import { type Client, type Refused, type TestServer, testServer } from '#testing/server.ts';
import { handInShop } from '#testing/shop/hand-in-shop.ts';

const reason = 'Încărcată în SPV';
let presses = 0;
function press(): string {
  presses += 1;
  return `press-${String(presses).padStart(4, '0')}`;
}

describe('the routes of hand-ins', () => {
  let server: TestServer;
  let own: Awaited<ReturnType<typeof handInShop>>;
  let admins: Client[] = [];
  let first: InvoiceRow;
  let old: InvoiceRow;
  /** An own clock. */
  let offset = 0;
  const newAdmin = async () => {
    const client = await server.newUser();
    await server.database.pool.query(`update users set role = 'admin' where id = $1`, [client.uid]);
    return client;
  };
  const statusOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => [200, 'ok'],
      (error: Refused) => [error.status, error.code],
    );
  const list = (query: { list?: 'due' | 'before' | 'handed-in'; cursor?: string } = {}, by = admins[0]) =>
    (by as Client).call(contract.listHandIns, { query });

  before(async () => {
    server = await testServer({ EFACTURA_MODE: 'export', INVOICE_SERIES: 'FTL' });
    Object.assign(server.app, { now: () => new Date(Date.now() + offset) });
    const user = await server.newUser();
    own = await handInShop(
      {
        app: server.app,
        advance: (milliseconds: number) => {
          offset += milliseconds;
        },
        newUser: async () => ({ id: user.uid, role: 'user', sessionId: 'ses' }),
      } as Parameters<typeof handInShop>[0],
      '2026-11-20T00:00:00Z',
    );
    old = await own.invoice('2026-10-05T10:00:00Z');
    first = await own.invoice('2026-11-27T10:00:00Z');
    own.goTo('2026-12-04T10:00:00Z');
    admins = [await newAdmin(), await newAdmin()];
  });
  after(() => server.close());

  it('show the list by the clock, to admins alone', async () => {
    const { mode, documents, counts } = await list();
    deepEqual([mode, counts], ['export', { due: 1, overdue: 0, before: 1, handedIn: 0, trials: 0 }]);
    deepEqual(
      documents.map(({ name, lastDay, daysLeft }) => [name, lastDay, daysLeft]),
      [['FTL0002', '2026-12-08', 2]],
    );
    deepEqual(await statusOf(list({}, await server.newUser())), [403, 'auth/admin-required']);
    deepEqual(await statusOf(list({}, server.client())), [401, 'auth/session-required']);
  });

  it('answer hostile input with a Romanian sentence, and change nothing', async () => {
    const [admin] = admins as [Client];
    const params = { invoiceId: first.id };
    const good = { index: '3828', reason, key: press() };
    const answer = async (path: string, body: unknown) => {
      const response = await admin.fetch(`/api/admin/hand-ins/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { message } = (await response.json()) as { message: string };
      return { status: response.status, message };
    };
    const hostile: [string, unknown][] = [
      ...['', '0', '12a', '-1', '1e9', ' 12', '１２', '9'.repeat(21), "1'; drop table", 12, null].map(
        (index): [string, unknown] => [`${first.id}/mark`, { ...good, index }],
      ),
      ...['', '  a ', 'x'.repeat(301), 'a\u0000bc', null].map((bad): [string, unknown] => [
        `${first.id}/mark`,
        { ...good, reason: bad },
      ]),
      [`${first.id}/mark`, { ...good, key: 'x' }],
      [`${first.id}/mark`, { ...good, extra: 1 }],
      [`${first.id}/undo`, { ...good }],
      ['inv_/mark', good],
      [`${'a'.repeat(300)}/mark`, good],
      ['before', { reason, key: press(), invoiceIds: [] }],
      ['before', { reason, key: press(), invoiceIds: Array(501).fill(old.id) }],
      ['before', { reason, key: press(), invoiceIds: 'all' }],
    ];
    for (const [path, body] of hostile) {
      const { status, message } = await answer(path, body);
      equal([400, 404, 414].includes(status), true, `${path} ${JSON.stringify(body)}: ${status}`);
      match(message, /^[\p{Lu}].*[.]$/u);
      match(message, /[ăâîșț]|Cererea|nu/);
    }
    const strange = { ...params, invoiceId: `inv_${'w'.repeat(26)}` };
    deepEqual(await statusOf(admin.call(contract.markHandedIn, { params: strange, body: good })), [
      404,
      'payments/invoice-not-found',
    ]);
    deepEqual((await list()).counts, { due: 1, overdue: 0, before: 1, handedIn: 0, trials: 0 });
  });

  it('mark a document once, though both admins press at once and one twice', async () => {
    const mark = (by: Client, index: string, key: string) =>
      statusOf(
        by.call(contract.markHandedIn, { params: { invoiceId: first.id }, body: { index, reason, key } }),
      );
    const [one, other] = admins as [Client, Client];
    const key = press();
    const answers = await Promise.all([
      mark(one, '3828', key),
      mark(one, '3828', key),
      mark(other, '3829', press()),
    ]);
    const { documents } = await list({ list: 'handed-in' });
    const index = documents[0]?.mark?.index;
    const refused = [409, 'payments/already-handed-in'];
    deepEqual(
      answers,
      index === '3828' ? [[200, 'ok'], [200, 'ok'], refused] : [refused, refused, [200, 'ok']],
    );
    const { rows } = await server.database.pool.query('select kind from hand_in_marks');
    deepEqual(rows, [{ kind: 'handed-in' }]);
    const undo = { params: { invoiceId: first.id }, body: { reason: 'Era alta', key: press() } };
    await one.call(contract.undoHandIn, undo);
    await one.call(contract.undoHandIn, undo);
    deepEqual(await statusOf(other.call(contract.undoHandIn, { ...undo, body: { reason, key: press() } })), [
      409,
      'payments/not-handed-in',
    ]);
    deepEqual((await list()).counts, { due: 1, overdue: 0, before: 1, handedIn: 0, trials: 0 });
  });

  it('send the ZIP as a download', async () => {
    const [admin] = admins as [Client];
    const response = await admin.fetch('/api/admin/hand-ins/due/files');
    equal(response.headers.get('content-type'), 'application/zip');
    match(response.headers.get('content-disposition') ?? '', /De-predat-2026-12-04(-incomplet)?\.zip/);
    readZip(Buffer.from(await response.arrayBuffer()));
  });

  it('show a long list page by page, each document once and in order', async () => {
    const [admin] = admins as [Client];
    await own.addStornos(first, 120);
    for (const [name, marksAll] of [
      ['due', false],
      ['handed-in', true],
    ] as const) {
      if (marksAll)
        await server.database.pool.query(
          `insert into hand_in_marks select id, 1, 'handed-in', null, 'motiv', 'usr_x', 'key', now() from invoices where number > 1000`,
        );
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await list({ list: name, ...(cursor && { cursor }) }, admin);
        sizes.push(page.documents.length);
        seen.push(...page.documents.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      deepEqual(sizes, [50, 50, marksAll ? 20 : 21], name);
      equal(new Set(seen).size, seen.length);
    }
  });

  it('mark what is from before the list together', async () => {
    const [admin] = admins as [Client];
    const body = { reason: 'Predate de contabil', key: press() };
    deepEqual(await admin.call(contract.markHandedInBefore, { body }), { marked: 1 });
    deepEqual(await admin.call(contract.markHandedInBefore, { body }), { marked: 0 });
    const { documents } = await list({ list: 'handed-in' });
    equal(documents.find(({ id }) => id === old.id)?.mark?.index, null);
  });
});
