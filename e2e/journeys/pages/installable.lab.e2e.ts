import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { enter } from '../../support/batches.ts';
import { countRemembered, waitForWorker } from '../../support/installed.ts';
import { leave, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  newPerson,
  PASSWORD,
  type Person,
  sees,
  signIn,
  signOut,
  until,
} from '../../support/steps.ts';

/** The app on the phone's own screen: opens without a connection, takes shared photos, tells of a newer version. */
const USER = 'instalata@fotolot.example';
let app: RunningApp;
let browser: Browser;
/** In front of the server, so that its next version can come. */
let door: Server;
let version = '';
let url: string;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  await new ApiClient(app.url).call('POST', '/api/auth/register', {
    body: { email: USER, password: PASSWORD },
  });
  door = createServer((asked, reply) => {
    // Whole replies: no 304, so that the browser's own cache stays out of it.
    const { 'if-none-match': _, 'if-modified-since': __, ...headers } = asked.headers;
    const options = { method: asked.method, headers: { ...headers, 'accept-encoding': 'identity' } };
    const passed = request(new URL(asked.url ?? '/', app.url), options, (answer) => {
      const { 'content-length': ___, ...rest } = answer.headers;
      const added = asked.url === '/service-worker.js' ? version : '';
      reply.writeHead(answer.statusCode ?? 502, added ? rest : answer.headers);
      answer.on('end', () => reply.end(added));
      answer.pipe(reply, { end: false });
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
  door?.closeAllConnections();
  door?.close();
});

/** A person whose page is served by the service worker. */
async function installed(): Promise<Person> {
  const person = await newPerson(browser, url, { device: 'phone', serviceWorkers: 'allow' });
  await enter(person, USER);
  await person.page.goto('/dashboard');
  await heading(person.page, 'Bună');
  await waitForWorker(person.page);
  return person;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor();

test.describe('the installed app', () => {
  test('has a manifest whose icons are there in the sizes it says', async () => {
    const html = await (await fetch(`${app.url}/`)).text();
    ok(html.includes('rel="manifest" href="/manifest.webmanifest"'));
    const manifest = await (await fetch(`${app.url}/manifest.webmanifest`)).json();
    equal(manifest.start_url, '/dashboard');
    for (const { src, sizes } of manifest.icons) {
      const icon = Buffer.from(await (await fetch(new URL(src, app.url))).arrayBuffer());
      equal(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, sizes, src);
    }
  });

  test('opens without a connection with what this browser remembers, and keeps the shell alone: nothing of the API, no photo', async () => {
    const { page, context } = await installed();
    await until(
      () => countRemembered(page),
      (users) => users > 0,
    );
    await context.setOffline(true);
    await page.reload();
    await heading(page, 'Bună');
    await sees(page, /^Fără legătură cu serverul/);
    const kept = await page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths;
    });
    ok(kept.includes('/') && kept.length > 5, kept.join(' '));
    deepEqual(
      kept.filter((path) => !['/', '/theme.js'].includes(path) && !path.startsWith('/assets/')),
      [],
    );
    await context.close();
  });

  test('is there again for who signs out and in without loading a page: signing out clears all that the browser keeps', async () => {
    const person = await installed();
    const { page } = person;
    await signOut(person);
    await signIn(person, USER);
    await page.waitForURL('**/dashboard');
    const workers = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state),
      );
    await becomes(workers, ['activated']);
    await person.context.close();
  });

  test('takes photos that another app shares into a new batch, once the person has agreed: any website could send them', async () => {
    const { page, context } = await installed();
    const kept = () => page.evaluate(async () => (await (await caches.open('shared')).keys()).length);
    await share(page);
    const offer = page.getByRole('region', { name: 'Trimise din altă pagină sau aplicație' });
    await until(
      () =>
        offer.getByRole('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth)),
      (widths) => widths.length === 2 && widths.every((width) => width > 0),
    );
    // What was not answered is offered on the next visit too.
    await page.goto('/dashboard');
    await heading(page, 'Bună');
    await page.goto('/upload');
    await offer.waitFor();
    await page.getByRole('button', { name: 'Renunță' }).click();
    await page.getByRole('heading', { name: 'Lot nou' }).waitFor();
    await until(kept, (files) => files === 0);
    await share(page);
    await page.getByRole('button', { name: 'Adaugă 2 fotografii' }).click();
    await page.waitForURL(/\/upload\?lot=/);
    await page.getByRole('link', { name: /Alege rețeta.*2 fotografii/ }).waitFor();
    equal(await kept(), 0);
    await context.close();
  });

  test('takes photos from the phone’s gallery to files to publish by one press: they are sent, prepared and processed by themselves', async () => {
    const { page, context } = await installed();
    await share(page);
    await page.getByRole('button', { name: 'Procesează când ajung – 1 credit' }).tap();
    await page.getByRole('link', { name: /^Descarcă tot/ }).waitFor();
    await context.close();
  });

  test('leads a share that came before the service worker ran to the page, which says that the photos did not come along', async () => {
    const person = await newPerson(browser, url, { device: 'phone' });
    const { page, context } = person;
    await enter(person, USER);
    await page.goto('/dashboard');
    await heading(page, 'Bună');
    await share(page);
    const note = page.getByRole('status').filter({
      hasText:
        'Fotografiile trimise din altă pagină sau aplicație nu au ajuns aici: trimite-le încă o dată sau alege-le mai jos.',
    });
    await note.getByRole('button', { name: 'Am înțeles' }).click();
    await page.waitForURL(/\/upload$/);
    await becomes(() => note.count(), 0);
    await share(page);
    await note.waitFor();
    await page.locator('input[type=file]').first().setInputFiles(SAMPLES.slice(0, 1));
    await page.getByRole('link', { name: /Alege rețeta.*1 fotografie/ }).waitFor();
    equal(await note.count(), 0);
    await context.close();
  });

  test('takes no more at once than a batch has room for, and says so', async () => {
    const { page, context } = await installed();
    const files = Array.from({ length: 103 }, (_, n) => ({
      name: `${n}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from([0xff, 0xd8, n]),
    }));
    await share(page, files);
    await sees(page, /a trimis 100 de fotografii/);
    await sees(page, /^Au mai fost trimise 3,/);
    equal(await page.evaluate(async () => (await (await caches.open('shared')).keys()).length), 100);
    await context.close();
  });

  for (const [policy, who, added] of [
    ['strict-origin-when-cross-origin', 'another site’s form is not taken at all', []],
    ['no-referrer', 'a form that hides whose it is waits apart and is answered on its own', [1]],
  ] as const)
    test(`never lets what waits be replaced: ${who}`, async () => {
      const { page, context } = await installed();
      const sections = page.getByRole('region', { name: 'Trimise din altă pagină sau aplicație' });
      const counts = () =>
        sections.evaluateAll((all) => all.map((section) => section.querySelectorAll('li').length));
      await share(page);
      await becomes(counts, [2]);
      // The same machine by another name is another site.
      const other = createServer((_, reply) =>
        reply.setHeader('referrer-policy', policy).setHeader('content-type', 'text/html').end('<p>Joc'),
      );
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
      await share(page, SAMPLES.slice(2, 3));
      other.close();
      await becomes(counts, [2, ...added]);
      await sections.first().getByRole('button', { name: 'Adaugă 2 fotografii' }).click();
      await page.waitForURL(/\/upload\?lot=/);
      await page.getByRole('link', { name: /Alege rețeta.*2 fotografii/ }).waitFor();
      await becomes(counts, [...added]);
      if (added.length > 0) await sections.getByRole('button', { name: 'Renunță' }).click();
      await becomes(counts, []);
      await page.getByRole('link', { name: /Alege rețeta.*2 fotografii/ }).waitFor();
      await context.close();
    });

  async function share(page: Page, files: Parameters<Page['setInputFiles']>[1] = SAMPLES.slice(0, 2)) {
    await page.evaluate((action) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = action;
      form.enctype = 'multipart/form-data';
      form.innerHTML = '<input type="file" name="photos" multiple aria-label="impart" />';
      document.body.append(form);
    }, `${url}/upload`);
    await page.getByLabel('impart').setInputFiles(files);
    await page.evaluate(() => document.querySelector<HTMLFormElement>('body > form')?.submit());
    await page.waitForURL(/\/upload\?shared/);
  }

  test('leads from a pressed notice to its batch in the tab that is open, without loading it anew', async () => {
    const { page, context } = await installed();
    await page.evaluate(() => document.body.setAttribute('data-same', 'yes'));
    const [worker] = context.serviceWorkers();
    ok(worker);
    // The press itself is the system's; what the worker may do only upon a real one comes after the page is told.
    await worker.evaluate(`(() => {
      const press = new ExtendableEvent('notificationclick');
      const notification = { data: { path: '/process/lot_vitrina' }, close() {} };
      dispatchEvent(Object.defineProperty(press, 'notification', { value: notification }));
    })()`);
    await page.waitForURL('**/process/lot_vitrina');
    await page.getByRole('heading', { name: 'Nu am găsit lotul' }).waitFor();
    equal(await page.getAttribute('body', 'data-same'), 'yes');
    await context.close();
  });

  for (const [at, saying] of [
    ['tomorrow', 'and takes it when asked'],
    ['the day after', 'and takes it where the browser does not say that the page has another worker'],
  ] as const)
    test(`says that there is a newer version ${saying}, never on a first visit`, async () => {
      const { page, context } = await installed();
      equal(await page.getByText('Fotolot are o versiune nouă.').count(), 0);
      version = `\n// ${at}`;
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await sees(page, 'Fotolot are o versiune nouă.');
      if (at !== 'tomorrow')
        await page.evaluate(() =>
          navigator.serviceWorker.addEventListener('controllerchange', (event) =>
            event.stopImmediatePropagation(),
          ),
        );
      const reloaded = page.waitForEvent('domcontentloaded');
      await page.getByRole('button', { name: 'Reîncarcă' }).click();
      await reloaded;
      await heading(page, 'Bună');
      equal(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting), null);
      await context.close();
    });
});
