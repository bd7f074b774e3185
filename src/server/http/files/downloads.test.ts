import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { photoOriginal } from '#contract/photos.ts';
import { fillPath } from '#contract/route.ts';
import { DOWNLOADS_EACH, MOST_WAITING } from '#server/http/limits/download-places.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

/** More than a connection takes up by itself. */
const LARGE_BYTES = 48_000_000;

describe('the downloads of one person', () => {
  let server: TestServer;
  let ana: Client & { uid: string };
  let large: string;
  const answers: IncomingMessage[] = [];

  before(async () => {
    server = await testServer();
    ana = await server.newUser();
    const [photoId = ''] = await uploadPhotos(ana, [1]);
    const megabyte = Buffer.alloc(1_000_000, 7);
    const bytes = Array.from({ length: LARGE_BYTES / megabyte.length }, () => megabyte);
    await server.app.files.write(originalKey(photoId), Readable.from(bytes));
    large = fillPath(photoOriginal.path, { photoId });
  });
  after(() => server.close());

  /** Asks for it and takes no byte of it. */
  async function ask(): Promise<IncomingMessage> {
    const sent = get(new URL(large, server.url), { headers: { cookie: ana.cookie }, agent: false });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    answers.push(answer);
    return answer;
  }
  const many = (count: number) => Array.from({ length: count }, ask);
  const statuses = (all: readonly IncomingMessage[]) => all.map(({ statusCode }) => statusCode);
  async function endAll(): Promise<void> {
    for (const answer of answers.splice(0)) answer.destroy();
    // A place is free again once the server has noticed.
    await pollUntil(
      async () => (await server.client().fetch('/livez')).status,
      (status) => status === 200,
    );
  }

  it('are four at once; the next waits, and goes on once one of them is over', async () => {
    const held = await Promise.all(many(DOWNLOADS_EACH));
    deepEqual(statuses(held), [200, 200, 200, 200]);
    const next = ask();
    // A neighbour and what is no download do not wait.
    const bob = await server.newUser();
    equal((await bob.fetch('/api/users/me')).status, 200);
    equal((await ana.fetch('/api/users/me')).status, 200);
    equal(answers.length, DOWNLOADS_EACH);
    held[0]?.destroy();
    equal((await next).statusCode, 200);
    await endAll();
  });

  it('that waited for half a minute are refused with a sentence and Retry-After; more than a few do not wait at all', async (t) => {
    await Promise.all(many(DOWNLOADS_EACH));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const asked = many(MOST_WAITING + 1);
    equal((await Promise.race(asked)).statusCode, 429);
    t.mock.timers.tick(29_000);
    for (let n = 0; n < 20; n++) await turn();
    equal(answers.length, DOWNLOADS_EACH + 1, 'the others wait');
    t.mock.timers.tick(1_000);
    const refused = await Promise.all(asked);
    t.mock.timers.reset();
    deepEqual(new Set(statuses(refused)), new Set([429]));
    for (const answer of refused) {
      equal(answer.headers['retry-after'], '30');
      const { code, message } = JSON.parse((await answer.setEncoding('utf8').toArray()).join(''));
      equal(code, 'http/too-many-downloads');
      match(message, /^Descarci deja .* încearcă din nou\.$/);
    }
    await endAll();
  });

  it('of a reader who left while waiting leave the place to the next one', async () => {
    const held = await Promise.all(many(DOWNLOADS_EACH));
    const left = get(new URL(large, server.url), { headers: { cookie: ana.cookie }, agent: false });
    left.on('error', () => {});
    await once(left, 'finish');
    left.destroy();
    const next = ask();
    held[0]?.destroy();
    equal((await next).statusCode, 200);
    await endAll();
  });
});
