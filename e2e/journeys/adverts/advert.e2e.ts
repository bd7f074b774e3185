import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { consentAtOlx, fillBatch, processBatch, readBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, getPath, type Person, press, sees, until, watchProblems } from '../../support/steps.ts';

/** A lot's files into an advert at OLX, and the former pictures back. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const MOST_PRESSES = 6;
const ADVERT = 'Canapea extensibilă cu ladă, gri';
/** Each person has an advert of the stand-in to themselves. */
const PLACES = { phone: 0, desk: 1 } as const;

for (const device of drawRows(['phone', 'desk'] as const, 1)) {
  test.describe(`a lot’s pictures into an advert (${device})`, () => {
    test.describe.configure({ mode: 'serial' });
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;
    let problems: string[];
    let presses = 0;

    const sheet = () => page.getByRole('dialog', { name: 'Pune pozele în anunț' });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const go = async (target: Locator) => {
      presses += 1;
      await press(person, target);
    };
    const newest = async () =>
      (await client.call('GET', `/api/adverts/sendings?batchId=${batchId}`)).body.sendings[0];
    const ended = () =>
      until(newest, (sending) => sending !== undefined && ['done', 'failed'].includes(sending.state));

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `anunt-${device}@fotolot.example`,
        device,
      }));
      ({ page } = person);
      problems = watchProblems(person);
      batchId = await fillBatch(client, 'Canapea', SAMPLES.slice(0, 3));
      await processBatch(client, batchId);
      await page.goto(`/process/${batchId}`);
    });
    test.afterAll(() => person.context.close());

    test('first asks for an account, which is linked on the way and leads back to the lot', async () => {
      await press(person, button('Pune pozele în anunț'));
      await sees(sheet(), /nu citește mesaje/);
      await looksRight(page, 'the sheet before an account is linked');
      await press(person, button('Leagă contul OLX'));
      await press(person, button('Refuz'));
      await sees(sheet().getByRole('alert'), 'Ai refuzat la OLX, așa că nu am legat nimic.');
      await becomes(async () => getPath(page), `/process/${batchId}`);
      await press(person, button('Leagă contul OLX'));
      await consentAtOlx(person);
      await sheet().getByRole('list', { name: 'Anunțurile tale' }).getByRole('listitem').first().waitFor();
      await becomes(async () => getPath(page), `/process/${batchId}`);
    });

    test('are sent in at most six presses, and the advert has them in order', async () => {
      await page.reload();
      await go(button('Pune pozele în anunț'));
      const adverts = sheet().getByRole('list', { name: 'Anunțurile tale' }).getByRole('listitem');
      await adverts.first().waitFor();
      await sees(sheet(), /^Contul: OLX, ./);
      await looksRight(page, 'the own adverts');
      await sheet().getByRole('searchbox', { name: 'Caută' }).fill('canapea extensibila');
      await go(adverts.nth(PLACES[device]).getByRole('button'));
      await sees(sheet(), 'Cum va fi: 3 poze');
      await sees(sheet(), 'Acum în anunț: 3 poze');
      await looksRight(page, 'old and new pictures');
      await go(sheet().getByRole('button', { name: 'Trimite la OLX (3 poze)' }));
      await sees(sheet(), 'Anunțul are acum 3 poze, trimise în ordinea ta.');
      await sees(sheet(), 'Coperta e cea aleasă.');
      await looksRight(page, 'pictures that were sent');
      ok(presses <= MOST_PRESSES, `${presses} presses`);
      const { advert, pictures, taken, cover } = await ended();
      equal(advert.title, ADVERT);
      const { photoIds, results } = await readBatch(client, batchId);
      const photoOf = (id: string) => results[id]?.photoId;
      deepEqual(
        pictures.map(({ source }: { source: { result: string } }) => photoOf(source.result)),
        photoIds,
      );
      ok(pictures.every(({ fetched }: { fetched: { isWhole: boolean } }) => fetched.isWhole));
      deepEqual([taken, cover], [3, 'right']);
    });

    test('give way to the former ones by one press and a question', async () => {
      const sent = await newest();
      await press(person, sheet().getByRole('button', { name: 'Pune pozele vechi la loc' }));
      await press(person, page.getByRole('alertdialog').getByRole('button', { name: 'Pune-le la loc' }));
      const undone = await until(newest, ({ id, state }) => id !== sent.id && state === 'done');
      deepEqual(
        undone.pictures.map(({ source }: { source: { former: string } }) => source.former),
        sent.former,
      );
      await sees(sheet(), 'Pozele de dinainte sunt din nou în anunț: 3 poze.');
      await sees(sheet(), new RegExp(`${ADVERT} nr\\. \\d+`));
      equal(await sheet().evaluate((element) => element.contains(document.activeElement)), true);
      await sees(sheet(), 'Pune din nou pozele lotului');
    });

    test('come back when that is undone, which the question shows, and may give way again', async () => {
      const undone = await newest();
      await press(person, sheet().getByRole('button', { name: 'Pune din nou pozele lotului' }));
      const question = page.getByRole('alertdialog');
      const shown = question.getByRole('listitem').locator('img');
      await shown.first().waitFor();
      const addresses = await shown.evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? ''));
      deepEqual(
        addresses.map((address) => address.split('/').at(-1)),
        undone.former,
      );
      await press(person, question.getByRole('button', { name: 'Pune-le la loc' }));
      const again = await until(newest, ({ id, state }) => id !== undone.id && state === 'done');
      equal(again.undoes, undone.id);
      await sees(sheet(), 'Pozele lotului sunt din nou în anunț: 3 poze.');
      await sees(sheet(), 'Pune pozele vechi la loc');
      equal(
        await sheet()
          .getByRole('button', { name: /Pune din nou|Pune pozele dinainte de/ })
          .count(),
        0,
      );
      await looksRight(page, 'pictures that are back');
      await page.keyboard.press('Escape');
      await press(person, button('Pozele sunt în anunț'));
      await sees(sheet(), 'Pozele lotului sunt din nou în anunț: 3 poze.');
    });

    test('can be put in another order, left out, and added to those of the advert', async () => {
      await press(person, sheet().getByRole('button', { name: 'Schimbă din nou pozele' }));
      await sees(sheet(), 'Cum va fi: 3 poze');
      const chosen = sheet().getByRole('region', { name: 'Cum va fi' }).getByRole('listitem');
      const names = () =>
        chosen
          .getByRole('button')
          .evaluateAll((all) => all.map((each) => each.ariaLabel?.replace(/^\d+(, coperta)?: /, '')));
      const [first, second, third] = await names();
      await press(person, chosen.nth(2).getByRole('button'));
      await press(person, sheet().getByRole('button', { name: 'Copertă', exact: true }));
      await becomes(names, [third, first, second]);
      // At the front the button stays, and with it the focus.
      equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Copertă');
      await press(person, sheet().getByRole('button', { name: 'Scoate', exact: true }));
      await becomes(names, [first, second]);
      await sees(sheet(), 'Rămân pe dinafară: 1 poză');
      await press(person, sheet().getByRole('button', { name: 'Adaugă', exact: true }));
      await sees(sheet(), 'Cum va fi: 5 poze');
      await looksRight(page, 'pictures added to those of the advert');
      await press(person, sheet().getByRole('button', { name: 'Trimite la OLX (5 poze)' }));
      await sees(sheet(), 'Anunțul are acum 5 poze, trimise în ordinea ta.');
      equal((await newest()).taken, 5);
      await sees(sheet(), /Pune pozele dinainte de/);
    });

    test('are proposed as they were sent when the lot was made anew since', async () => {
      const { photoIds } = await readBatch(client, batchId);
      const sent = (await newest()).pictures.flatMap(
        ({ photoId }: { photoId: string | null }) => photoId ?? [],
      );
      equal(sent.length, 2);
      const headers = { 'idempotency-key': `again-${batchId}` };
      const body = { photoIds, cost: 0 };
      equal((await client.call('POST', `/api/batches/${batchId}/start`, { body, headers })).status, 200);
      await until(
        async () => (await readBatch(client, batchId)).state,
        (state) => state === 'done',
      );
      await page.reload();
      await press(person, button('Actualizează anunțul'));
      await sees(sheet(), 'Cum va fi: 2 poze');
      await press(person, sheet().getByRole('button', { name: 'Trimite la OLX (2 poze)' }));
      await sees(sheet(), 'Anunțul are acum 2 poze, trimise în ordinea ta.');
      const { pictures } = await newest();
      deepEqual(
        pictures.map(({ photoId }: { photoId: string }) => photoId),
        sent,
      );
      deepEqual(problems, []);
    });
  });
}
