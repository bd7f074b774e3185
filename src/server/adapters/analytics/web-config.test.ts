import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { analyticsWebConfig, type Clock } from './web-config.ts';

const KEY = 'cheia-noastra';
const CONFIG = { measurementId: 'G-PROBA', appId: '1:2:web:3' };
const MINUTE = 60_000;

type Answer = (response: ServerResponse) => void;
const json =
  (body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();

/** Time passes only in pauses between tries; a deadline shows once it has passed. */
function fakeClock(random = 1) {
  let time = 0;
  const pauses: number[] = [];
  const waiting: { at: number; wake: () => void }[] = [];
  const advance = (milliseconds: number) => {
    time += milliseconds;
    for (const { wake } of waiting.filter(({ at }) => at <= time)) wake();
  };
  const clock: Clock = {
    now: () => time,
    random: () => random,
    sleep: (milliseconds) => {
      if (milliseconds === MINUTE) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push({ at: time + milliseconds, wake: resolve });
        return promise;
      }
      pauses.push(milliseconds);
      advance(milliseconds);
      return Promise.resolve();
    },
  };
  return { clock, pauses, advance };
}

describe('the analytics configuration', () => {
  let server: Server;
  let endpoint: string;
  let answers: Answer[];
  let asked: IncomingHttpHeaders[];
  let onAsked: () => void;

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.headers);
      onAsked();
      (answers.shift() ?? status(410))(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1alpha/webConfig`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    answers = [];
    asked = [];
    onAsked = () => {};
  });

  const analytics = (clock: Clock) =>
    analyticsWebConfig({ endpoint: async () => endpoint, apiKey: KEY, clock });

  it('is a GET with the API key header', async () => {
    answers = [json(CONFIG)];
    deepEqual(await analytics(fakeClock().clock)(), CONFIG);
    const [headers] = asked;
    equal(headers?.['x-goog-api-key'], KEY);
    equal(headers?.accept, 'application/json');
    equal(headers?.['if-none-match'], undefined);
  });

  it('is asked for once by all visitors of an hour, then by its ETag: 200 or 304 are accepted', async () => {
    const { clock, advance } = fakeClock();
    const source = analytics(clock);
    answers = [json(CONFIG, { etag: '"unu"' }), status(304), json({ appId: 'nou' }, { etag: '"doi"' })];
    await Promise.all([source(), source()]);
    advance(59 * MINUTE);
    deepEqual(await source(), CONFIG);
    equal(asked.length, 1);
    advance(MINUTE);
    deepEqual(await source(), CONFIG);
    advance(60 * MINUTE);
    deepEqual(await source(), { appId: 'nou' });
    deepEqual(
      asked.map((headers) => headers['if-none-match']),
      [undefined, '"unu"', '"unu"'],
    );
  });

  it('is retried with backoff on HTTP 429, 500, 503 and 504', async () => {
    const { clock, pauses } = fakeClock();
    answers = [status(429), status(500), status(503), status(504), json(CONFIG)];
    deepEqual(await analytics(clock)(), CONFIG);
    deepEqual(pauses, [500, 1000, 2000, 4000]);
  });

  it('is retried after a random pause of half to all of that time', async () => {
    const { clock, pauses } = fakeClock(0);
    answers = [status(503), status(503), json(CONFIG)];
    await analytics(clock)();
    deepEqual(pauses, [250, 500]);
  });

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    const { clock, pauses } = fakeClock();
    const date = new Date(Date.now() + 30_000).toUTCString();
    answers = [status(429, { 'retry-after': '7' }), status(503, { 'retry-after': date }), json(CONFIG)];
    await analytics(clock)();
    equal(pauses[0], 7000);
    ok((pauses[1] ?? 0) > 10_000 && (pauses[1] ?? 0) <= 30_000, `${pauses[1]}`);
  });

  it('is given up when the next try would come after 60 s', async () => {
    const { clock, pauses } = fakeClock();
    answers = Array<Answer>(20).fill(status(503));
    await rejects(analytics(clock)(), { message: 'the analytics endpoint answered 503' });
    const waited = pauses.reduce((sum, pause) => sum + pause, 0);
    ok(waited > 30_000 && waited < MINUTE, `${waited}`);
    equal(asked.length, pauses.length + 1);
    answers = [status(503, { 'retry-after': '60' })];
    asked = [];
    await rejects(analytics(fakeClock().clock)(), /answered 503/);
    equal(asked.length, 1);
  });

  it('is given up after 60 s without a response', async () => {
    const { clock, advance } = fakeClock();
    answers = [() => {}];
    onAsked = () => advance(MINUTE);
    await rejects(analytics(clock)(), { message: 'the analytics endpoint took longer than 60 s' });
  });

  it('fails on every other response, without another try', async () => {
    const wrong: [Answer, RegExp][] = [
      [status(400), /answered 400/],
      [status(403), /answered 403/],
      [status(502), /answered 502/],
      [status(304), /answered 304/],
      [status(302, { location: endpoint }), /answered 302/],
      [json([CONFIG]), /not a JSON object/],
      [json(null), /not a JSON object/],
      [(response) => response.end('<html>'), /not a JSON object/],
      [json({ text: 'x'.repeat(70_000) }), /larger than 64 kB/],
      [(response) => response.destroy(), /can't be reached/],
    ];
    for (const [answer, message] of wrong) {
      asked = [];
      answers = [answer];
      await rejects(analytics(fakeClock().clock)(), message);
      equal(asked.length, 1, String(message));
    }
  });

  it('is not asked for again for 5 minutes after a failure', async () => {
    const { clock, advance } = fakeClock();
    const source = analytics(clock);
    answers = [status(403), json(CONFIG)];
    await rejects(source(), /403/);
    advance(4 * MINUTE);
    await rejects(source(), /403/);
    equal(asked.length, 1);
    advance(MINUTE);
    deepEqual(await source(), CONFIG);
  });
});
