import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readOverview } from '#contract/admin/admin-overview.ts';
import {
  decidePageReport,
  endLotPage,
  listPageReports,
  publishLotPage,
  readLotPage,
} from '#contract/adverts/pages.ts';
import { makeFiles } from '#testing/accounts/sender.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

type Owner = Client & { uid: string };

const CONTENT = {
  title: 'Telefon',
  price: null,
  currency: 'RON',
  words: '',
  phone: '',
  isIndexed: false,
  hasDownloads: false,
  days: 7,
} as const;

describe('a report of a lot’s page', () => {
  let server: TestServer;
  let owner: Owner;
  let admin: Owner;
  let batchId = '';
  let files: string[] = [];
  let path = '';
  before(async () => {
    server = await testServer();
    owner = await server.newUser('vanzator@fotolot.example');
    admin = await server.newUser('admin@fotolot.example');
    await sql(`update users set role = 'admin' where id = $1`, [admin.uid]);
    ({ batchId, files } = await makeFiles(owner, [1]));
    await publish();
    const { page } = await pollUntil(
      () => owner.call(readLotPage, { params: { batchId } }),
      (read) => read.page?.isReady === true,
    );
    path = new URL(page?.url ?? '').pathname;
  });
  after(() => server.close());

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const publish = () =>
    owner.call(publishLotPage, {
      params: { batchId },
      body: { ...CONTENT, resultIds: files },
    });
  const report = (fields: Record<string, string>, of = path) =>
    fetch(`${server.url}${of}/semnaleaza`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  const mailsOf = async (kind: string) =>
    (await sql('select address from mails where kind = $1 order by address', [kind])).map(
      ({ address }) => address,
    );
  const open = async () => (await admin.call(listPageReports, {})).reports;
  const good = { kind: 'fraud', words: 'Telefonul e al meu, furat ieri.', email: 'cititor@fotolot.example' };

  it('is asked for in our own words where the form lacks something, not in a browser’s', async () => {
    const text = await (await fetch(`${server.url}${path}/semnaleaza`)).text();
    match(text, /<form [^>]*novalidate>/);
    for (const [lacking, words] of [
      [{ kind: '' }, 'Alege ce e în neregulă.'],
      [{ words: ' ' }, 'Scrie de ce crezi asta.'],
    ] as const) {
      const answer = await report({ ...good, ...lacking });
      equal(answer.status, 400);
      match(await answer.text(), new RegExp(`role="alert">${words}`));
    }
  });

  it('is filled in without an account or a script, and says what it lacks', async () => {
    const form = await (await fetch(`${server.url}${path}/semnaleaza`)).text();
    match(form, /<form method="post"/);
    equal((await report({ ...good, kind: '' })).status, 400);
    equal((await report({ ...good, words: ' ' })).status, 400);
    const wrong = await report({ ...good, email: 'nu e adresă' });
    equal(wrong.status, 400);
    match(await wrong.text(), /Telefonul e al meu, furat ieri\./);
    deepEqual(await open(), []);
  });

  it('is refused on a page of its own where it cannot be stored or read, and told apart from a failure', async () => {
    for (const [body, type, status] of [
      ['kind=fraud&words=a%00b', 'application/x-www-form-urlencoded', 400],
      [`kind=fraud&words=${'a'.repeat(20_000)}`, 'application/x-www-form-urlencoded', 413],
      ['{"kind":"fraud"}', 'application/json', 415],
    ] as const) {
      const answer = await fetch(`${server.url}${path}/semnaleaza`, {
        method: 'POST',
        headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
        body,
      });
      const said = [answer.status, answer.headers.get('content-type')];
      deepEqual(said, [status === 415 ? 400 : status, 'text/html; charset=utf-8'], body.slice(0, 30));
      match(await answer.text(), /<p class="lead">[^<]+<\/p>/);
    }
    deepEqual(await open(), []);
  });

  it('of a program that fills in what is not seen is thanked for and not kept', async () => {
    equal((await report({ ...good, site: 'https://spam.example' })).status, 200);
    deepEqual(await open(), []);
  });

  it('reaches the admins with what is public of the page, and its reader hears that it came', async () => {
    // What cannot be seen of it is left out.
    const answer = await report({ ...good, words: `\u202e${good.words}\u200b` });
    equal(answer.status, 200);
    // Its reader finds the way back.
    ok((await answer.text()).includes(`<a href="${path}">Înapoi la pagină</a>`));
    const [one, ...more] = await open();
    deepEqual(more, []);
    equal((await admin.call(readOverview, {})).pageReports, 1);
    deepEqual(
      [one?.kind, one?.words, one?.title, one?.stands, one?.wantsAnswer],
      ['fraud', good.words, 'Telefon', true, true],
    );
    ok(!JSON.stringify(one).includes(owner.uid) && !JSON.stringify(one).includes(batchId));
    deepEqual(await mailsOf('page-report-received'), [good.email]);
    deepEqual(await mailsOf('page-reported'), ['admin@fotolot.example']);
  });

  it('is decided by admins alone', async () => {
    const [one] = await open();
    const decision = {
      params: { reportId: one?.id ?? '' },
      body: { takesDown: true, reason: 'Furt dovedit' },
    };
    await rejects(owner.call(decidePageReport, decision), { code: 'auth/admin-required' });
    await rejects(owner.call(listPageReports, {}), { code: 'auth/admin-required' });
    equal((await fetch(server.url + path)).status, 200);
  });

  it('that is let stand leaves the page, and its reader hears why', async () => {
    const [one] = await open();
    const body = { takesDown: false, reason: 'Nu se vede nicio încălcare' };
    const { reports } = await admin.call(decidePageReport, { params: { reportId: one?.id ?? '' }, body });
    deepEqual(reports, []);
    equal((await admin.call(readOverview, {})).pageReports, 0);
    equal((await fetch(server.url + path)).status, 200);
    deepEqual(await mailsOf('page-report-decided'), [good.email]);
    deepEqual(await mailsOf('page-taken-down'), []);
  });

  it('of a page that its owner ended takes down the one that followed, too', async () => {
    const other = await server.newUser('altul-vinde@fotolot.example');
    const lot = await makeFiles(other, [5]);
    const params = { batchId: lot.batchId };
    const body = { ...CONTENT, title: 'Telefon' as string, resultIds: lot.files };
    const stands = async () => {
      await other.call(publishLotPage, { params, body });
      const { page } = await pollUntil(
        () => other.call(readLotPage, { params }),
        (read) => read.page?.isReady === true,
      );
      return new URL(page?.url ?? '').pathname;
    };
    const first = await stands();
    equal((await report({ ...good, email: '' }, first)).status, 200);
    equal((await report({ ...good, kind: 'other', email: '' }, first)).status, 200);
    await other.call(endLotPage, { params });
    equal((await open())[0]?.stands, false);
    body.title = 'Cu totul altceva';
    const second = await stands();
    notEqual(second, first);
    const [one, again] = await open();
    // Admins see what stands, and what was reported.
    deepEqual([one?.url.endsWith(second), one?.stands, one?.title], [true, true, 'Telefon']);
    ok(again);
    await admin.call(decidePageReport, {
      params: { reportId: one?.id ?? '' },
      body: { takesDown: true, reason: 'Bunul e furat' },
    });
    equal((await fetch(server.url + second)).status, 410);
    deepEqual(await open(), []);
    const [mail] = await sql(`select data from mails where kind = 'page-taken-down'`);
    equal(`/l/${mail?.data.code}`, second);
    await rejects(other.call(publishLotPage, { params, body }), { code: 'adverts/page-taken-down' });
    deepEqual(await mailsOf('page-taken-down'), ['altul-vinde@fotolot.example']);
  });

  it('that is right takes the page down for good: owner and reader hear why, and it is written down', async () => {
    equal((await report({ ...good, email: 'altul@fotolot.example' })).status, 200);
    const [one] = await open();
    const body = { takesDown: true, reason: 'Bunul e furat' };
    const stream = new EventStream(owner);
    await stream.waitForLiveEvent(({ key }) => key === 'users/me');
    await admin.call(decidePageReport, { params: { reportId: one?.id ?? '' }, body });
    await stream.waitForLiveEvent(({ type, key }) => type === 'changed' && key === 'lot-page');
    stream.close();
    equal((await fetch(server.url + path)).status, 410);
    deepEqual(await mailsOf('page-taken-down'), ['altul-vinde@fotolot.example', 'vanzator@fotolot.example']);
    deepEqual(await mailsOf('page-report-decided'), ['altul@fotolot.example', good.email]);
    const { page } = await owner.call(readLotPage, { params: { batchId } });
    deepEqual([page?.state, page?.reason], ['taken-down', 'Bunul e furat']);
    await rejects(publish(), { code: 'adverts/page-taken-down' });
    const acts = await sql(`select kind, reason from admin_acts where admin_id = $1 order by created_at`, [
      admin.uid,
    ]);
    deepEqual(
      acts.map(({ kind }) => kind),
      ['page-kept', 'page-taken-down', 'page-taken-down'],
    );
    await admin.call(decidePageReport, { params: { reportId: one?.id ?? '' }, body });
    deepEqual(await mailsOf('page-taken-down'), ['altul-vinde@fotolot.example', 'vanzator@fotolot.example']);
  });

  it('is taken however many came before of its page, with few mails', async () => {
    const seller = await server.newUser('al-treilea@fotolot.example');
    const lot = await makeFiles(seller, [6]);
    const params = { batchId: lot.batchId };
    await seller.call(publishLotPage, { params, body: { ...CONTENT, resultIds: lot.files } });
    const { page } = await pollUntil(
      () => seller.call(readLotPage, { params }),
      (read) => read.page?.isReady === true,
    );
    const of = new URL(page?.url ?? '').pathname;
    const before = (await mailsOf('page-reported')).length;
    for (let n = 0; n < 40; n += 1) {
      await sql(`delete from rate_limits where key like 'pages:report:%' and key not like 'pages:report:l%'`);
      equal((await report({ ...good, email: 'victima@fotolot.example' }, of)).status, 200);
    }
    equal((await open()).length, 40);
    equal((await mailsOf('page-reported')).length - before, 3);
    equal((await mailsOf('page-report-received')).filter((to) => to === 'victima@fotolot.example').length, 3);
  });
});
