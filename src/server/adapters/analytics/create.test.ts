import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createAnalytics, idIn } from '#server/adapters/analytics/create.ts';
import { pollUntil } from '#testing/server.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

describe('analytics', () => {
  let service: Server;
  let endpoint: string;
  let config: unknown;

  before(async () => {
    service = createServer((_, response) => {
      if (config === undefined) return response.writeHead(403).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(config));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/config`;
  });
  after(() => service.close());

  it('are off without an endpoint', () => {
    equal(createAnalytics({ endpoint: '', apiKey: '', log: quiet }), null);
  });

  it('count by Google’s tag under the id of the web configuration, once that is known', async () => {
    config = { measurementId: 'G-AB12CD34EF', appId: '1:2:web:3' };
    const analytics = createAnalytics({ endpoint, apiKey: 'cheie', log: quiet });
    equal(analytics?.measurementId(), null);
    await pollUntil(
      async () => analytics?.measurementId(),
      (id) => id === 'G-AB12CD34EF',
    );
    equal(analytics?.tag()?.url, 'https://www.googletagmanager.com/gtag/js');
    for (const source of analytics?.tag()?.hits ?? [])
      match(source, /^https:\/\/\*\.(google-analytics|analytics\.google|googletagmanager)\.com$/);
  });

  it('have no id where the configuration names none, or none of a web stream', () => {
    equal(idIn({ measurementId: 'G-AB12CD34EF' }), 'G-AB12CD34EF');
    for (const measurementId of [undefined, null, '', 7, 'UA-1-1', 'G-', 'G-1"><script>', 'G-1&id=G-2'])
      equal(idIn({ measurementId }), null, String(measurementId));
  });

  it('that cannot be had are told of once, and neither key nor address is in the log', async () => {
    config = undefined;
    const said: object[] = [];
    const log = { ...quiet, warn: (fields: object, message: string) => void said.push({ fields, message }) };
    const analytics = createAnalytics({ endpoint, apiKey: 'cheia-noastra', log });
    await pollUntil(
      async () => said.length,
      (lines) => lines > 0,
    );
    for (let session = 0; session < 5; session += 1) equal(analytics?.measurementId(), null);
    await new Promise((done) => setImmediate(done));
    const text = JSON.stringify(said);
    deepEqual([said.length, text.includes('answered 403')], [1, true]);
    ok(!text.includes('cheia-noastra') && !text.includes('127.0.0.1'), text);
  });

  it('have a stand-in on this machine, with its own configuration and tag', async () => {
    const analytics = createAnalytics({ endpoint: 'stand-in', apiKey: '', log: quiet });
    ok(analytics);
    equal(analytics.tag(), null);
    await pollUntil(
      async () => analytics.measurementId(),
      (id) => id === 'G-STANDIN',
    );
    const { url = '', hits = [] } = analytics.tag() ?? {};
    deepEqual(hits, [new URL(url).origin]);
    match(await (await fetch(`${url}?id=G-STANDIN`)).text(), /dataLayer/);
    await analytics.close();
  });
});
