import { deepEqual, equal, ok } from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { confirmVerification, login } from '#contract/auth.ts';
import { createBatch, editBatch } from '#contract/batches.ts';
import { fillPath } from '#contract/route.ts';
import { changePassword } from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { countWaitersFor, PASSWORD, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const WRONG = 'parola gresita';
/** A proxy here may name its client's address. */
const PROXY = '127.0.0.9';

interface From {
  /** The client's address that the proxy reports. */
  readonly ip: string;
  readonly cookie?: string;
}

interface Heard {
  readonly status: number;
  readonly code: string | undefined;
  readonly cookies: readonly string[];
}

describe('many at once', () => {
  let server: TestServer;
  const lines: { msg: string; more?: number }[] = [];

  before(async () => {
    const env = { HOST: '0.0.0.0', ALLOW_DEMO: '1', TRUSTED_PROXIES: PROXY };
    const netopia = {
      NETOPIA_MODE: 'sandbox',
      NETOPIA_API_KEY: 'cheie',
      NETOPIA_POS_SIGNATURE: 'AAAA-BBBB-CCCC-DDDD-EEEE',
    };
    const heard = (line: string) => void lines.push(JSON.parse(line));
    server = await testServer({ ...env, ...netopia }, heard);
    for (const name of ['ana', 'bogdan']) await server.newUser(`${name}@fotolot.example`);
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  function post(path: string, body: unknown, { ip, cookie }: From): Promise<Heard> {
    const { port } = new URL(server.url);
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      ...(cookie && { cookie }),
    };
    return new Promise((resolve, reject) => {
      const where = { host: '127.0.0.1', port, localAddress: PROXY, agent: false };
      const sent = request({ ...where, method: 'POST', path, headers }, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('');
        const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '');
        resolve({ status: answer.statusCode ?? 0, code: JSON.parse(text).code, cookies });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }
  const signIn = (name: string, password: string, from: From) =>
    post(login.path, { email: `${name}@fotolot.example`, password }, from);
  const knownOf = ({ cookies }: Heard) => cookies.find((cookie) => cookie.startsWith('known=')) ?? '';
  const statuses = (answers: readonly Heard[]) => answers.map(({ status }) => status);
  const times = <T>(length: number, each: (n: number) => T) => Array.from({ length }, (_, n) => each(n));

  it('80 strangers do not shut sign-in for a browser that was signed in before', async () => {
    const cookie = knownOf(await signIn('ana', PASSWORD, { ip: '198.51.100.1' }));
    const crowd = times(80, (n) => signIn('ana', WRONG, { ip: `2001:db8:${n.toString(16)}::1` }));
    await Promise.race(crowd);
    const mine = [];
    for (const n of times(6, (n) => n))
      mine.push(await signIn('ana', PASSWORD, { ip: `198.51.100.${n}`, cookie }));
    deepEqual(statuses(mine), [200, 200, 200, 200, 200, 200]);
    ok(statuses(await Promise.all(crowd)).every((status) => status === 401 || status === 429));
  });

  it('a browser that was signed in before has a limit of its own and none for other accounts', async () => {
    const cookie = knownOf(await signIn('ana', PASSWORD, { ip: '198.51.100.1' }));
    const account = `login:account:${server.app.keyedHash('limit', 'bogdan@fotolot.example')}`;
    await server.database.pool.query("insert into rate_limits values ($1, 50, now() + interval '1 hour')", [
      account,
    ]);
    equal((await signIn('bogdan', PASSWORD, { ip: '198.51.100.2', cookie })).status, 429);
    const tries = [];
    for (const n of times(21, (n) => n))
      tries.push(await signIn('ana', WRONG, { ip: `198.51.${n}.1`, cookie }));
    deepEqual(statuses(tries), [...times(20, () => 401), 429]);
  });

  it('the cookie of a browser that was signed in is worth nothing after a change of the password', async () => {
    const user = await server.newUser('carmen@fotolot.example');
    const cookie = knownOf(await signIn('carmen', PASSWORD, { ip: '198.51.100.1' }));
    const account = `login:account:${server.app.keyedHash('limit', 'carmen@fotolot.example')}`;
    const shut = () =>
      server.database.pool.query(
        `insert into rate_limits values ($1, 50, now() + interval '1 hour')
         on conflict (key) do update set hits = 50`,
        [account],
      );
    await shut();
    equal((await signIn('carmen', PASSWORD, { ip: '198.51.100.2', cookie })).status, 200);
    const password = 'alt drum spre Cluj';
    const changed = await user.fetch(changePassword.path, {
      method: changePassword.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current: PASSWORD, password }),
    });
    equal(changed.status, 200);
    await shut();
    equal((await signIn('carmen', password, { ip: '198.51.100.3', cookie })).status, 429);
    const kept = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    equal((await signIn('carmen', password, { ip: '198.51.100.4', cookie: kept })).status, 200);
  });

  it('a network that fills the queue of passwords leaves a turn to all others', async () => {
    const crowd = times(80, (n) => signIn(`om${n}`, WRONG, { ip: `2001:db8:7:${n.toString(16)}::1` }));
    await Promise.race(crowd);
    const honest = await Promise.all(times(8, (n) => signIn('bogdan', PASSWORD, { ip: `203.0.${n}.7` })));
    deepEqual(statuses(honest), [200, 200, 200, 200, 200, 200, 200, 200]);
    await Promise.all(crowd);
  });

  it('a network, an address with ports and a text that is no address count together', async () => {
    const refused = async (tries: number, ip: (n: number) => string) => {
      const answers = await Promise.all(
        times(tries, (n) => post(confirmVerification.path, { token: 'x' }, { ip: ip(n) })),
      );
      return answers.filter(({ status }) => status === 429).length;
    };
    equal(await refused(130, (n) => `2001:db8:9:${n.toString(16)}::1`), 10, 'a /48');
    equal(await refused(130, (n) => `192.0.2.${n}`), 10, 'a /24');
    equal(await refused(35, (n) => `203.0.113.7:${5000 + n}`), 5, 'ports');
    equal(await refused(35, (n) => `nimeni-${n}`), 5, 'no address');
  });

  it('30 edits of one person at once wait for each other and not others for them', async () => {
    const [busy, neighbour] = [
      await server.newUser('dana@fotolot.example'),
      await server.newUser('emil@fotolot.example'),
    ];
    const { id } = await busy.call(createBatch, { body: { name: 'Dacia' } });
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from batches where id = $1 for update', [id]);
    const path = fillPath(editBatch.path, { batchId: id });
    const edits = times(30, (n) =>
      busy.fetch(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Dacia ${n}` }),
      }),
    );
    await pollUntil(
      () => countWaitersFor(holder),
      (count) => count > 0,
    );
    const me = await neighbour.call(readMe, {});
    const held = await countWaitersFor(holder);
    await holder.query('commit');
    holder.release();
    deepEqual([me.email, held], ['emil@fotolot.example', 1]);
    deepEqual(
      statusesOf(await Promise.all(edits)),
      times(30, () => 200),
    );
  });

  it('payment notifications without a valid signature write one line a minute', async () => {
    const answers = await Promise.all(
      times(20, (n) => post('/api/payments/netopia/notify', { n }, { ip: '203.0.113.8' })),
    );
    ok(answers.every(({ status }) => status !== 429));
    equal(lines.filter(({ msg }) => msg === 'a payment notification was not believed').length, 1);
  });
});

function statusesOf(answers: readonly Response[]): number[] {
  return answers.map(({ status }) => status);
}
