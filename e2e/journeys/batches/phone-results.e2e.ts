import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, processBatch, readBatch, startBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, getPath, newPerson, type Person, press, sees } from '../../support/steps.ts';

const OVER = /^Linkul acesta nu mai este bun\. Cere un cod nou de la calculatorul/;
/** An address that other devices could have, played onto the server. */
const ELSEWHERE = 'http://fotolot.example';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

test.describe('a phone that takes the results of a lot on the computer', () => {
  let desk: Person;
  let client: ApiClient;
  let phone: Person;
  let address: string;
  let batchId: string;

  const onPhone = (page: Page) => page.getByRole('listitem').getByRole('link');
  const strangerAt = async (link: string): Promise<Page> => {
    const stranger = await newPerson(browser, app.url, { device: 'phone' });
    await stranger.page.goto(link);
    return stranger.page;
  };
  const openDialog = async () => {
    await press(desk, desk.page.getByRole('button', { name: 'Continuă pe telefon' }));
    await desk.page.getByRole('dialog', { name: 'Continuă pe telefon' }).waitFor();
  };
  const resultsInOrder = async (): Promise<{ id: string; fileName: string }[]> => {
    const { photoIds, results } = await readBatch(client, batchId);
    const all = Object.values<{ id: string; fileName: string; photoId: string }>(results);
    return photoIds.flatMap((id: string) => all.filter(({ photoId }) => photoId === id));
  };

  test('is let in by a link of one press, and brings home the very files, one by one', async () => {
    ({ person: desk, client } = await visit(browser, app.url, { email: 'acasa@fotolot.example' }));
    batchId = await fillBatch(client, 'Dacia Logan', SAMPLES.slice(0, 3));
    await processBatch(client, batchId);
    await desk.page.goto(`/process/${batchId}`);
    await openDialog();
    const link = desk.page.getByText(/\/r#[\w-]{22}$/);
    address = (await link.textContent()) ?? '';
    await sees(desk.page, /^Codul nu ar folosi: adresa 127\.0\.0\.1 există doar pe calculatorul acesta/);
    await sees(desk.page, /Nu l-a deschis încă niciun telefon\.$/);
    await looksRight(desk.page, 'the link for a phone that takes results');
    phone = await newPerson(browser, app.url, { device: 'phone' });
    await phone.page.goto(address);
    await sees(phone.page, /^Le poți lua până la \d\d:\d\d\.$/);
    equal(getPath(phone.page), '/r');
    await sees(desk.page, /Deschis pe Chrome pe .+\.$/);
    const results = await resultsInOrder();
    deepEqual(
      await onPhone(phone.page).allInnerTexts(),
      results.map(({ fileName }) => fileName),
    );
    equal(await phone.page.getByRole('button', { name: /telefon/ }).count(), 0);
    await looksRight(phone.page, 'the results on a phone');
    for (const [at, { id, fileName }] of results.entries()) {
      const coming = phone.page.waitForEvent('download');
      await press(phone, onPhone(phone.page).nth(at));
      const download = await coming;
      equal(download.suggestedFilename(), fileName);
      const answer = await client.send(`/api/results/${id}/file?download=1`, {});
      deepEqual(await readFile(await download.path()), Buffer.from(await answer.arrayBuffer()));
    }
  });

  test('saves them into its gallery where the system shares files, also after a reload', async () => {
    await phone.page.addInitScript(() => {
      const shared: { name: string; type: string; bytes: number }[][] = [];
      Object.assign(window, { shared });
      navigator.canShare = () => true;
      navigator.share = async ({ files = [] }: ShareData) =>
        void shared.push(files.map(({ name, type, size }) => ({ name, type, bytes: size })));
    });
    await phone.page.reload();
    await press(phone, phone.page.getByRole('button', { name: 'Salvează în telefon', exact: true }));
    const { results } = await readBatch(client, batchId);
    const all: Record<string, { bytes: number; mediaType: string }> = results;
    const expected = (await resultsInOrder()).map(({ id, fileName }) => ({
      name: fileName,
      type: all[id]?.mediaType,
      bytes: all[id]?.bytes,
    }));
    await becomes(() => phone.page.evaluate('shared'), [expected]);
    await looksRight(phone.page, 'the results on a phone that shares files');
  });

  test('sees what comes while the lot is worked on, by itself', async () => {
    const draft = await fillBatch(client, 'Pe drum', SAMPLES.slice(3, 5));
    const { body } = await client.call('POST', `/api/batches/${draft}/result-link`);
    const other = await newPerson(browser, app.url, { device: 'phone' });
    await other.page.clock.install();
    await other.page.goto(`/r#${body.key}`);
    await sees(other.page, 'Nu e niciuna gata încă.');
    await looksRight(other.page, 'a link to results that are not there yet');
    await startBatch(client, draft);
    await other.page.clock.fastForward(60_000);
    await sees(other.page, /^Încă se lucrează: \d\. Apar aici singure\.$/);
    await becomes(async () => {
      await other.page.clock.fastForward(5000);
      return onPhone(other.page).count();
    }, 2);
    await becomes(() => other.page.getByText(/^Încă se lucrează/).count(), 0);
  });

  test('is listed in the settings, ended there, and hears so; a stranger with the old link does too', async () => {
    await desk.page.goto('/settings');
    const list = desk.page.getByRole('list', { name: 'Telefoane care iau fotografiile gata' });
    const row = list.getByRole('listitem').filter({ hasText: 'Dacia Logan' });
    match(await row.innerText(), /Chrome pe .+ · până la \d\d:\d\d/);
    await press(desk, row.getByRole('button', { name: /^Oprește linkul pentru / }));
    await row.waitFor({ state: 'detached' });
    await phone.page.reload();
    await sees(phone.page, OVER);
    equal(await onPhone(phone.page).count(), 0);
    const stranger = await strangerAt(address);
    await sees(stranger, OVER);
    await looksRight(stranger, 'an old link to results');
    const bare = await strangerAt(`${app.url}/r`);
    await sees(bare, OVER);
    deepEqual(await bare.context().cookies(), []);
  });

  test('is shown a code where the computer has an address for others; a link that was stopped is made anew by a press', async () => {
    const cookies = await desk.context.cookies();
    await desk.context.addCookies(cookies.map((one) => ({ ...one, domain: 'fotolot.example' })));
    await desk.context.route(`${ELSEWHERE}/**`, async (route) => {
      const request = route.request();
      if (request.resourceType() === 'eventsource') return route.abort();
      const headers = { ...(await request.allHeaders()), origin: app.url, host: new URL(app.url).host };
      const response = await route.fetch({ url: request.url().replace(ELSEWHERE, app.url), headers });
      return route.fulfill({ response });
    });
    await desk.page.goto(`${ELSEWHERE}/process/${batchId}`);
    await openDialog();
    await desk.page.getByRole('img', { name: 'Cod QR cu linkul pentru telefon' }).waitFor();
    await press(desk, desk.page.getByRole('button', { name: 'Oprește linkul' }));
    await sees(desk.page, 'Linkul nu mai este bun.');
    await press(desk, desk.page.getByRole('button', { name: 'Arată un cod nou' }));
    await desk.page.getByRole('img', { name: 'Cod QR cu linkul pentru telefon' }).waitFor();
  });
});
