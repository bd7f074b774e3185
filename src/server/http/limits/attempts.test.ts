import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import { type TestServer, testServer } from '#testing/server.ts';

type Body = (attempt: number) => object;
const WRONG = 'parola gresita';

interface Row {
  /** The body of each try: always about the same account, or with the same rubbish. */
  readonly body: Body;
  /** The same from one address about ever other accounts; missing where there is no account in it. */
  readonly others?: Body;
  /** More tries than the limit allows. */
  readonly tries: number;
}

/** Every public route that changes something, one line each. */
const ROWS: Readonly<Record<string, Row>> = {
  'POST /api/auth/register': { body: () => ({ email: 'ana@fotolot.example', password: 'x' }), tries: 21 },
  'POST /api/auth/login': {
    body: () => ({ email: 'ana@fotolot.example', password: WRONG }),
    others: (n) => ({ email: `om${n}@fotolot.example`, password: WRONG }),
    tries: 61,
  },
  'POST /api/auth/second-step': { body: () => ({ code: 'x' }), tries: 31 },
  'POST /api/auth/second-step/ways': { body: () => ({}), tries: 61 },
  'POST /api/auth/second-step/passkey': { body: () => ({ response: {} }), tries: 31 },
  'POST /api/auth/password-reset': {
    body: () => ({ email: 'ana@fotolot.example' }),
    others: (n) => ({ email: `om${n}@fotolot.example` }),
    tries: 21,
  },
  'POST /api/auth/password-reset/confirm': { body: () => ({ token: 'x', password: WRONG }), tries: 31 },
  'POST /api/auth/email-change/confirm': { body: () => ({ token: 'x' }), tries: 31 },
  'POST /api/auth/email-change/undo': { body: () => ({ token: 'x' }), tries: 31 },
  'POST /api/auth/verification/confirm': { body: () => ({ token: 'x' }), tries: 31 },
};
/** Not tried here, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'POST /api/auth/logout': 'ends only what the caller brings along',
  'POST /api/auth/google/link': 'guesses count with those of sign-in: google.test.ts',
  'POST /api/phone/open': 'thirty in ten minutes, as other requests are limited: phone-links.test.ts',
  'POST /api/phone-results/open': 'thirty in ten minutes, as those of the other links: result-links.test.ts',
  'POST /api/try': 'five an hour, with a sentence of its own: try-photo.test.ts',
};

describe('too many attempts', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  async function attempts(name: string, body: Body, tries: number): Promise<RawAnswer[]> {
    const [method = '', path = ''] = name.split(' ');
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const answers: RawAnswer[] = [];
    for (let n = 0; n < tries && answers.at(-1)?.status !== 429; n += 1)
      answers.push(await sendRaw(server.url, { method, path, headers, body: JSON.stringify(body(n)) }));
    return answers;
  }

  function isRefusal(answers: readonly RawAnswer[], name: string): void {
    const last = answers.at(-1);
    equal(last?.status, 429, `${name}: ${answers.length} tries were let through`);
    const { code, message } = JSON.parse(last.text);
    equal(code, 'auth/too-many-requests', name);
    equal(message, 'Prea multe încercări. Încearcă din nou mai târziu', name);
    ok(Number(last.headers['retry-after']) > 0, name);
    ok(answers.length > 3, `${name} is refused at the try number ${answers.length}`);
  }

  it('are tested here for every public route that changes something', async () => {
    const { paths } = await (await server.client().fetch('/api/openapi.json')).json();
    const routes = Object.entries<Record<string, { security: unknown[] }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { security }]) => method !== 'get' && security.length === 0)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    deepEqual(routes.sort(), [...Object.keys(ROWS), ...Object.keys(OTHERWISE)].sort());
  });

  for (const [name, { body, others, tries }] of Object.entries(ROWS)) {
    it(`of ${name} are refused with the sentence and the time to come back`, async () => {
      isRefusal(await attempts(name, body, tries), name);
      if (!others) return;
      await server.database.pool.query('delete from rate_limits');
      isRefusal(await attempts(name, others, tries), name);
    });
  }

  it('of the server functions and the analytics configuration are refused too', async () => {
    const user = await server.newUser();
    const ask = (method: string, path: string, body?: string) =>
      user.fetch(path, { method, ...(body && { body, headers: { 'content-type': 'application/json' } }) });
    for (const [method, path, body] of [
      ['POST', '/api/functions/checkAdminStatus', '{}'],
      ['GET', '/api/analytics/config', undefined],
    ] as const) {
      let last = 0;
      for (let n = 0; n < 600 && last !== 429; n += 1) last = (await ask(method, path, body)).status;
      equal(last, 429, path);
    }
  });
});
