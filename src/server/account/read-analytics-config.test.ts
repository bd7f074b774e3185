import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { readAnalyticsConfig } from '#contract/analytics.ts';
import { readSession } from '#contract/auth.ts';
import { readAnalyticsConfig as read } from '#server/account/read-analytics-config.ts';
import { analyticsWebConfig } from '#server/adapters/analytics/web-config.ts';
import { testApp } from '#testing/app.ts';
import { testServer } from '#testing/server.ts';

const KEY = 'cheia-noastra';

describe('analytics', () => {
  it('is off by default', async (t) => {
    const server = await testServer();
    t.after(() => server.close());
    equal((await server.client().call(readSession, {})).analytics, false);
    deepEqual(await server.client().call(readAnalyticsConfig, {}), { enabled: false });
  });

  it('is told of when the operator has set it up, and visitors cause one request together', async (t) => {
    let asked = 0;
    const service = createServer((_, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"appId":"proba"}');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    t.after(() => service.close());
    const server = await testServer({
      ANALYTICS_ENDPOINT: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      ANALYTICS_API_KEY: KEY,
    });
    t.after(() => server.close());
    equal((await server.client().call(readSession, {})).analytics, true);
    equal(asked, 0);
    for (let visitor = 0; visitor < 5; visitor += 1)
      deepEqual(await server.client().call(readAnalyticsConfig, {}), {
        enabled: true,
        config: { appId: 'proba' },
      });
    equal(asked, 1);
  });

  it('that fails is as good as none, and the log names neither key nor address', async (t) => {
    const { app, close } = await testApp();
    t.after(close);
    const said: object[] = [];
    const log = {
      ...app.log,
      warn: (fields: object, message: string) => void said.push({ fields, message }),
    };
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/config`;
    await new Promise((resolve) => gone.close(resolve));
    const analytics = analyticsWebConfig({ endpoint, apiKey: KEY });
    deepEqual(await read({ ...app, log, analytics }), { enabled: false });
    equal(said.length, 1);
    const text = JSON.stringify(said);
    ok(text.includes('reached') && !text.includes(KEY) && !text.includes('127.0.0.1'), text);
  });
});
