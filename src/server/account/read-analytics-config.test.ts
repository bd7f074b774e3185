import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { readAnalyticsConfig } from '#contract/analytics.ts';
import { readSession } from '#contract/auth.ts';
import { pollUntil, type TestServer, testServer } from '#testing/server.ts';

/** Starts the operator's service; `asked` returns how often it was asked. */
async function serviceThatSays(t: TestContext, config: object) {
  let asked = 0;
  const service = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(config));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const server = await testServer({
    ANALYTICS_ENDPOINT: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
    ANALYTICS_API_KEY: 'cheia-noastra',
  });
  t.after(async () => {
    await server.close();
    service.close();
  });
  await pollUntil(
    async () => asked,
    (times) => times > 0,
  );
  return { server, asked: () => asked };
}

const isOffered = async (server: TestServer) => (await server.client().call(readSession, {})).analytics;
const configOf = (server: TestServer) => server.client().call(readAnalyticsConfig, {});

describe('analytics', () => {
  it('are off by default', async (t) => {
    const server = await testServer();
    t.after(() => server.close());
    deepEqual([await isOffered(server), await configOf(server)], [false, { enabled: false }]);
  });

  it('are offered when the operator has set them up, and all visitors cause one request together', async (t) => {
    const { server, asked } = await serviceThatSays(t, { measurementId: 'G-PROBA', appId: 'proba' });
    await pollUntil(
      () => isOffered(server),
      (offered) => offered,
    );
    for (let visitor = 0; visitor < 5; visitor += 1)
      deepEqual(await configOf(server), {
        enabled: true,
        measurementId: 'G-PROBA',
        tagUrl: 'https://www.googletagmanager.com/gtag/js',
      });
    equal(asked(), 1);
  });

  it('are not offered where the configuration has no measurement id', async (t) => {
    const { server } = await serviceThatSays(t, { appId: 'proba' });
    for (let visitor = 0; visitor < 5; visitor += 1)
      deepEqual([await isOffered(server), await configOf(server)], [false, { enabled: false }]);
  });
});
