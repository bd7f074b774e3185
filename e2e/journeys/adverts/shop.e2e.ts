import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, processBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, until, watchProblems } from '../../support/steps.ts';

/** A lot's files into a product of a shop with WooCommerce, which is linked by its key. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const MOST_PRESSES = 6;
/** As the stand-in has it. */
const SHOP = { address: 'magazin.example', key: 'ck_standin', secret: 'cs_standin' };
/** Each person has a product of the stand-in to themselves. */
const PRODUCTS = { phone: 'P-11', desk: 'P-12' } as const;

for (const device of drawRows(['phone', 'desk'] as const, 1)) {
  test.describe(`a lot’s pictures into a product of a shop (${device})`, () => {
    test.describe.configure({ mode: 'serial' });
    const sku = PRODUCTS[device];
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;
    let problems: string[];
    let presses = 0;

    const sheet = () => page.getByRole('dialog', { name: 'Pune pozele în anunț' });
    const section = () => page.getByRole('region', { name: 'Conturi legate' });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const inSheet = (name: string | RegExp) => sheet().getByRole('button', { name });
    const go = async (target: Locator) => {
      presses += 1;
      await press(person, target);
    };
    const newest = async () =>
      (await client.call('GET', `/api/adverts/sendings?batchId=${batchId}`)).body.sendings[0];
    const field = (name: string) => page.getByLabel(name, { exact: true });
    /** Tells the stand-in what goes wrong from now on. */
    const setFaults = async (faults: object) => {
      const [{ id }] = (await client.call('GET', '/api/adverts/connections')).body.connections;
      const list = await client.call('GET', `/api/adverts/connections/${id}/adverts`);
      const { origin } = new URL(list.body.adverts[0].url);
      const answer = await fetch(`${origin}/__sim/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      });
      equal(answer.status, 200);
    };

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `magazin-${device}@fotolot.example`,
        device,
      }));
      ({ page } = person);
      problems = watchProblems(person);
      batchId = await fillBatch(client, 'Geacă', SAMPLES.slice(0, 3));
      await processBatch(client, batchId);
    });
    test.afterAll(() => person.context.close());

    test('need a key, of which the settings say where it is made and what is wrong with it', async () => {
      await page.goto('/settings#connections');
      await press(person, button('Leagă un magazin WooCommerce'));
      await sees(section(), /WooCommerce › Setări › Avansat › REST API/);
      await looksRight(page, 'the form for a shop’s key');
      await field('Adresa magazinului').fill('magazin');
      await field('Cheia (începe cu ck_)').fill(SHOP.key);
      await field('Secretul (începe cu cs_)').fill('cs_altul');
      await press(person, button('Leagă magazinul'));
      await sees(
        section(),
        'Scrie adresa publică a magazinului, de exemplu magazin.ro; una din rețeaua ta nu merge.',
      );
      await field('Adresa magazinului').fill(SHOP.address);
      await press(person, button('Leagă magazinul'));
      await sees(section(), /Magazinul nu primește cheia și secretul acestea/);
      await becomes(
        () => field('Cheia (începe cu ck_)').evaluate((each) => each === document.activeElement),
        true,
      );
      await looksRight(page, 'a refused key');
      await field('Secretul (începe cu cs_)').fill(SHOP.secret);
      await page.keyboard.press('Enter');
      await sees(section(), 'Magazinul e legat.');
      await sees(section().getByRole('list', { name: 'Conturi WooCommerce legate' }), SHOP.address);
    });

    test('are sent into a product that is found by its code; one that the shop refuses is named', async () => {
      await setFaults({ unwanted: [2] });
      await page.goto(`/process/${batchId}`);
      await go(button('Pune pozele în anunț'));
      const products = sheet().getByRole('list', { name: 'Produsele tale' }).getByRole('listitem');
      await products.first().waitFor();
      await looksRight(page, 'the newest products of a shop');
      await sheet().getByRole('searchbox', { name: 'Cod (SKU) sau nume' }).fill(sku);
      await go(inSheet('Caută'));
      await becomes(() => products.count(), 1);
      await sees(products.first(), `cod ${sku}`);
      await go(products.first().getByRole('button'));
      await sees(sheet(), 'Acum în produs: 1 poză');
      await sees(sheet(), 'Cum va fi: 3 poze');
      await go(inSheet(`Trimite la ${SHOP.address} (3 poze)`));
      await sees(sheet(), 'Produsul are acum 2 poze; 1 poză nu a fost primită.');
      await sees(sheet(), 'Poza 2 nu a fost primită: Invalid image: A security plugin rejected the file.');
      await sees(sheet(), 'Coperta e cea aleasă.');
      await looksRight(page, 'photos of which one was refused');
      ok(presses <= MOST_PRESSES, `${presses} presses`);
      const { advert, pictures, taken } = await newest();
      deepEqual(
        pictures.map(({ refused }: { refused: string | null }) => refused !== null),
        [false, true, false],
      );
      equal(taken, 2);
      const { body } = await client.call(
        'GET',
        `/api/adverts/connections/${(await newest()).connectionId}/adverts/${advert.id}`,
      );
      equal(body.advert.pictures.length, 2);
    });

    test('give way to the former ones by one press and a question', async () => {
      const sent = await newest();
      await press(person, inSheet('Pune pozele vechi la loc'));
      await press(person, page.getByRole('alertdialog').getByRole('button', { name: 'Pune-le la loc' }));
      await until(newest, ({ id, state }) => id !== sent.id && state === 'done');
      await sees(sheet(), 'Pozele de dinainte sunt din nou în produs: 1 poză.');
      await setFaults({});
    });

    test('are told of a key that only reads, which the settings ask to be made anew', async () => {
      await setFaults({ put: '401-once' });
      await press(person, inSheet('Schimbă din nou pozele'));
      await press(person, inSheet(`Trimite la ${SHOP.address} (3 poze)`));
      await sees(sheet(), /poate doar să citească\. Fă una cu dreptul „Citire\/Scriere”/);
      await looksRight(page, 'a key that only reads');
      await page.goto('/settings#connections');
      await sees(section(), /Cheia poate doar să citească/);
      await press(person, button(`Leagă din nou ${SHOP.address}`));
      equal(await field('Adresa magazinului').inputValue(), SHOP.address);
      await field('Cheia (începe cu ck_)').fill(SHOP.key);
      await field('Secretul (începe cu cs_)').fill(SHOP.secret);
      await press(person, button('Leagă magazinul'));
      await becomes(() => section().getByText('Nu mai merge').count(), 0);
      await press(person, button(`Deconectează ${SHOP.address}`));
      await becomes(() => button('Leagă un magazin WooCommerce').count(), 1);
      deepEqual(problems, []);
    });
  });
}
