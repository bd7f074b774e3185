import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, processBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { accessibilityFindings, looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { type Person, press, sees, watchProblems } from '../../support/steps.ts';

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
      await press(person, button('Publică pagina'));
      await sees(dialog(), 'Scrie un titlu.');
      await sees(dialog(), 'Scrie un număr întreg, fără bani.');
      await dialog().getByLabel('Titlul').fill('Scaun din lemn');
      await dialog()
        .getByLabel(/^Prețul/)
        .fill('150');
      await dialog()
        .getByLabel(/^Textul/)
        .fill('Ca nou.\nSe ridică din Cluj.');
      await dialog()
        .getByLabel(/^Telefonul/)
        .fill('0722 000 111');
      await press(person, dialog().getByRole('button', { name: /^3: / }));
      await sees(dialog(), 'Se văd: 2 fotografii');
      await press(person, button('Publică pagina'));
      await sees(dialog(), /^E publică până pe /);
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
      equal(await reader.getByRole('list', { name: 'Fotografii' }).getByRole('img').count(), 2);
      const whatsapp = await reader.getByRole('link', { name: 'Scrie pe WhatsApp' }).getAttribute('href');
      match(whatsapp ?? '', /^https:\/\/wa\.me\/40722000111\?text=.*Scaun/);
      equal(await reader.getByRole('button').count(), 0);
      await reader.getByRole('link', { name: 'Semnalează pagina' }).click();
      await reader.getByLabel('Altceva').check();
      await reader.getByLabel('De ce crezi asta').fill('O probă a semnalării.');
      await reader.getByRole('button', { name: 'Trimite' }).click();
      await sees(reader, 'Am primit');
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
      await reader.getByRole('button', { name: 'Copiază linkul' }).waitFor();
      await context.close();
    });

    test('ends at a press, for readers who have it open, too', async () => {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } });
      const reader = await context.newPage();
      await reader.goto(path);
      await press(person, button('Închide pagina'));
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
