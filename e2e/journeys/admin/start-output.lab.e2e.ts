import { equal, match } from 'node:assert/strict';
import { ApiClient } from '../../support/api-client.ts';
import { test } from '../../support/journey.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { until } from '../../support/steps.ts';

/** The operator's terminal after `npm start`. */
test.describe('npm start', () => {
  let app: RunningApp;
  test.beforeAll(async () => {
    app = await startApp({ SAMPLE_DATA: '1', NETOPIA_MODE: 'simulator' });
  });
  test.afterAll(async () => {
    await app?.stop();
  });

  /** Not on a terminal, each line is JSON. */
  const readLines = (): { msg: string }[] =>
    app
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const lastLines = (count: number) =>
    readLines()
      .slice(-count)
      .map(({ msg }) => msg);

  test('ends with how to become admin, the sample account and the address, also once the sample photos are read', async () => {
    await until(
      async () => app.output(),
      (said) => said.includes('Fotolot runs at'),
    );
    const password = /password ([^\s"]+)/.exec(app.output())?.[1];
    const client = new ApiClient(app.url);
    await client.call('POST', '/api/auth/login', { body: { email: 'proba@fotolot.example', password } });
    await until(
      async () => (await client.call('GET', '/api/photos')).body.photos as { state: string }[],
      (photos) => photos.length > 0 && photos.every(({ state }) => state === 'ready'),
    );
    // Later acts are logged below it, one line each.
    const lines = readLines().filter(({ msg }) => msg !== 'security');
    const [admin = '', sample = '', runsAt = ''] = lines.slice(-3).map(({ msg }) => msg);
    match(admin, /^To create the first admin, stop and start with ADMIN_EMAIL=/);
    match(sample, /^Sample account: proba@fotolot\.example, password \S+$/);
    equal(runsAt, `Fotolot runs at ${app.url}`);
  });

  test('ends with the address where admins sign in and the product runs', async () => {
    const first = { ADMIN_EMAIL: 'sef@fotolot.example', ADMIN_PASSWORD: 'drumul spre Cluj' };
    await app.restart({ SAMPLE_DATA: '', ...first });
    await until(
      async () => app.output(),
      (said) => said.includes('Admins sign in'),
    );
    await until(
      async () => lastLines(2).join('\n'),
      (said) => said === `Admins sign in at ${app.url}/login\nFotolot runs at ${app.url}`,
    );
  });
});
