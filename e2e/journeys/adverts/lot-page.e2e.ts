import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page, Request } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, processBatch, visit } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import { accessibilityFindings, inTheWay, looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, until, watchProblems } from '../../support/steps.ts';

/** A lot's own page: published from its results, read by a stranger, ended. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

for (const device of drawRows(['phone', 'desk'] as const, 1)) {
  test.describe(`the page of a lot (${device})`, () => {
    test.describe.configure({ mode: 'serial' });
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;
    let problems: string[];
    let path = '';

    const dialog = () => page.getByRole('dialog', { name: 'Pagina lotului' });
    const button = (name: string) => dialog().getByRole('button', { name, exact: true });
    /** A reader without an account, whose browser runs no script. */
    const openAsReader = async () => {
      const context = await browser.newContext({
        baseURL: app.url,
        javaScriptEnabled: false,
        viewport: { width: 360, height: 740 },
      });
      const reader = await context.newPage();
      const answer = await reader.goto(path);
      return { context, reader, status: answer?.status() ?? 0 };
    };

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `pagina-${device}@fotolot.example`,
        device,
      }));
      ({ page } = person);
      problems = watchProblems(person);
      batchId = await fillBatch(client, 'Scaun de bucătărie', SAMPLES.slice(0, 3));
      await processBatch(client, batchId);
      await page.goto(`/process/${batchId}`);
    });
    test.afterAll(() => person.context.close());

    test('is published with the photos that its owner leaves in, and what is wrong is said before', async () => {
      await press(person, page.getByRole('button', { name: 'Fă o pagină cu pozele' }));
      await sees(dialog(), 'Se văd: 3 fotografii');
      await looksRight(page, 'the form of a lot’s page');
      await dialog().getByLabel('Titlul').fill('');
      await dialog()
        .getByLabel(/^Prețul/)
        .fill('ieftin');
      await press(person, button('Vezi și publică'));
      await sees(dialog(), 'Scrie un titlu.');
      await sees(dialog(), 'Scrie un număr întreg, fără bani.');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      equal(await focused(), 'title');
      await dialog().getByLabel('Titlul').fill('a'.repeat(72));
      await sees(dialog(), 'Titlul are 72 de caractere; încap cel mult 70.');
      await dialog().getByLabel('Titlul').fill('Scaun din lemn');
      await press(person, button('Vezi și publică'));
      equal(await focused(), 'price');
      await dialog()
        .getByLabel(/^Prețul/)
        .fill('150');
      await dialog()
        .getByLabel(/^Textul/)
        .fill('Ca nou.\nSe ridică din Cluj.');
      await dialog()
        .getByLabel(/^Telefonul/)
        .fill('0722 000 111');
      const chosen = dialog().getByRole('region', { name: 'Se văd' }).getByRole('listitem');
      const names = () =>
        chosen
          .getByRole('button')
          .evaluateAll((all) => all.map((each) => each.ariaLabel?.replace(/^\d+(, coperta)?: /, '')));
      const [first, second, third] = await names();
      await press(person, chosen.nth(2).getByRole('button'));
      await press(person, button('Copertă'));
      await becomes(names, [third, first, second]);
      await press(person, button('Mai în spate'));
      await becomes(names, [first, third, second]);
      await press(person, button('Scoate'));
      await sees(dialog(), 'Se văd: 2 fotografii');
      await sees(dialog(), 'Rămân pe dinafară: 1 fotografie');
    });

    test('is looked at as its readers will see it, and published from there', async () => {
      const published = async () => (await client.call('GET', `/api/batches/${batchId}/page`)).body.page;
      await press(person, button('Vezi și publică'));
      const preview = dialog().getByRole('region', { name: 'Așa o vede cine are linkul' });
      await sees(preview, 'Scaun din lemn');
      await sees(preview, '150 lei');
      await sees(preview, '2 fotografii');
      await sees(preview, /^Ca nou\.\nSe ridică din Cluj\.$/);
      await sees(preview, 'Scrie pe WhatsApp');
      await sees(preview, /^Stă publică până pe \d+ \S+ \d{4}/);
      await sees(preview, 'Nu apare în Google.');
      await looksRight(page, 'what readers of a lot’s page will see');
      await press(person, button('Înapoi la schimbări'));
      equal(await dialog().getByLabel('Titlul').inputValue(), 'Scaun din lemn');
      equal(await published(), null);
      await press(person, button('Vezi și publică'));
      await press(person, button('Publică pagina'));
      await sees(dialog(), /^E publică până pe \d+ \S+ \d{4}/);
      await sees(dialog(), 'Vezi și salvează');
      // The address is this computer's alone: a printed code would lead nowhere.
      await sees(dialog(), /^Codul nu ar folosi/);
      equal(await dialog().getByRole('link', { name: 'Tipărește codul' }).count(), 0);
      await looksRight(page, 'a lot’s page that stands');
      path = new URL(
        await dialog()
          .getByText(/\/l\/[a-z0-9]{26}$/)
          .innerText(),
      ).pathname;
    });

    test('is read by a stranger without a script, who can write on WhatsApp and report it', async () => {
      const { context, reader, status } = await openAsReader();
      equal(status, 200);
      await sees(reader, 'Scaun din lemn');
      await sees(reader, '150 lei');
      const photos = reader.getByRole('link', { name: /, fotografia \d din 2$/ });
      equal(await photos.count(), 2);
      const onScreen = reader.viewportSize()?.height ?? 0;
      for (const part of [photos.first(), reader.getByRole('heading'), reader.getByText('150 lei')]) {
        const box = await part.boundingBox();
        equal((box?.y ?? onScreen) + (box?.height ?? 0) < onScreen, true, 'the first screen shows it');
      }
      const whatsapp = await reader.getByRole('link', { name: 'Scrie pe WhatsApp' }).getAttribute('href');
      match(whatsapp ?? '', /^https:\/\/wa\.me\/40722000111\?text=.*Scaun/);
      equal(await reader.getByRole('button').count(), 0);
      await reader.getByRole('link', { name: 'Semnalează pagina' }).click();
      await reader.getByLabel('Altceva').check();
      await reader.getByLabel('De ce crezi asta').fill('O probă a semnalării.');
      await reader.getByRole('button', { name: 'Trimite' }).click();
      await sees(reader, 'Am primit');
      await reader.getByRole('link', { name: 'Înapoi la pagină' }).click();
      await sees(reader, 'Scaun din lemn');
      await context.close();
    });

    test('breaks no rule of accessibility, whole, as a form, as a sheet to print and when it is over', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
      const reader = await context.newPage();
      for (const part of ['', '/semnaleaza', '/cod']) {
        await reader.goto(path + part);
        deepEqual(await accessibilityFindings(reader), [], part);
        await looksRight(reader, `a lot’s page${part}`);
        await reader.setViewportSize({ width: 360, height: 740 });
      }
      await reader.goto(path);
      await reader.getByRole('button', { name: 'Copiază linkul paginii' }).waitFor();
      await context.close();
    });

    test('gives its link by hand where the browser does not copy', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
      const reader = await context.newPage();
      // As at an address without encryption.
      await reader.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await reader.goto(path);
      await reader.getByRole('button', { name: 'Copiază linkul paginii' }).click();
      await sees(reader, /^Nu s-a putut copia\./);
      const field = reader.getByLabel('De copiat');
      equal(new URL(await field.inputValue()).pathname, path);
      equal(await reader.evaluate(() => getSelection()?.toString()), await field.inputValue());
      deepEqual(await accessibilityFindings(reader), []);
      await context.close();
    });

    test('is wide where there is room, and no photo is taller than the screen', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } });
      const reader = await context.newPage();
      await reader.goto(path);
      const cover = await reader.getByRole('img').first().boundingBox();
      const title = await reader.getByRole('heading').boundingBox();
      equal((cover?.height ?? 900) <= 800, true);
      equal((title?.x ?? 0) > (cover?.x ?? 0) + (cover?.width ?? 0), true);
      await context.close();
    });

    test('takes at most 60 kB, fonts too, before its pictures', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
      const reader = await context.newPage();
      const taken: Request[] = [];
      reader.on('requestfinished', (request) => taken.push(request));
      await reader.goto(path, { waitUntil: 'networkidle' });
      const words = taken.filter((request) => request.resourceType() !== 'image');
      const sizes = await Promise.all(words.map((request) => request.sizes()));
      const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
      equal(bytes <= 60_000, true, `${bytes} bytes`);
      await context.close();
    });

    test('prints its code on one sheet', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } });
      const reader = await context.newPage();
      await reader.goto(`${path}/cod`);
      const sheet = await reader.pdf({ format: 'A4' });
      equal(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1);
      await context.close();
    });

    test('that was reported is told on the admin’s overview, with the way there', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 860 } });
      const panel = await context.newPage();
      const data = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
      const headers = { 'sec-fetch-site': 'same-origin' };
      equal((await context.request.post('/api/auth/login', { data, headers })).status(), 200);
      await panel.goto('/admin/dashboard');
      await sees(panel, /^\d+ semnal.+ așteaptă o hotărâre\.$/);
      await looksRight(panel, 'an overview with a report');
      await panel.getByRole('link', { name: 'Vezi ce s-a semnalat' }).click();
      await sees(panel, 'Pagini semnalate');
      await context.close();
    });

    test('ends at a press, for readers who have it open, too', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
      const reader = await context.newPage();
      await reader.goto(path);
      await press(person, button('Oprește pagina'));
      await page.getByRole('alertdialog').waitFor();
      // The question hides the sheet from screen readers, too.
      const overSheet = () => page.locator('.dialog[role="dialog"]').evaluate(inTheWay);
      const isDark = (met: string[]) => met.filter((point) => point.endsWith('backdrop')).length === 4;
      await until(overSheet, isDark);
      await press(person, page.getByRole('alertdialog').getByRole('button', { name: 'Oprește' }));
      await sees(dialog(), /^Pagina s-a închis pe /);
      const answer = await reader.reload();
      equal(answer?.status(), 410);
      await sees(reader, 'Pagina nu mai există');
      deepEqual(await accessibilityFindings(reader), []);
      deepEqual(problems, []);
      await context.close();
    });
  });
}
