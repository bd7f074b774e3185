import { equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestServer, testServer } from '#testing/server.ts';

/** More than the burst of an address, and what comes again meanwhile. */
const REQUESTS = 900;

describe('readers without an account who have a network of their own', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  after(() => server.close());

  for (const path of ['/p/nimic.jpg', `/l/${'a'.repeat(26)}`])
    it(`count as one, whatever address of it they write from (${path.slice(0, 3)})`, async () => {
      const ask = (ip: string) => fetch(server.url + path, { headers: { 'x-forwarded-for': ip } });
      const answers = await Promise.all(
        Array.from({ length: REQUESTS }, (_, n) => ask(`2001:db8:1:2::${n.toString(16)}`)),
      );
      const refused = answers.filter(({ status }) => status === 429);
      ok(refused.length > 0, 'none was refused');
      ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0));
      equal((await ask('2001:db8:1:3::1')).status, 404);
    });
});
