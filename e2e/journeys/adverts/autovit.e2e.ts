import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { consentAtOlx, fillBatch, processBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, until, watchProblems } from '../../support/steps.ts';

/** A lot's files into an advert at Autovit, whose account is linked by its password. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const MOST_PRESSES = 6;
/** Made up by the stand-in, whose pages show the password. */
const DEALER = { email: 'parc@autovit.example', password: 'parc-auto' };
/** Each person has an advert of the stand-in to themselves. */
const ADVERTS = { phone: '8000011', desk: '8000012' } as const;

for (const device of drawRows(['phone', 'desk'] as const, 1)) {
  test.describe(`a lot’s pictures into an advert at Autovit (${device})`, () => {
    test.describe.configure({ mode: 'serial' });
    const advertId = ADVERTS[device];
    const email = `parc-${device}@fotolot.example`;
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;
    let problems: string[];
    let presses = 0;

    const sheet = () => page.getByRole('dialog', { name: 'Pune pozele în anunț' });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const inSheet = (name: string | RegExp) => sheet().getByRole('button', { name });
    const go = async (target: Locator) => {
      presses += 1;
      await press(person, target);
    };
    const account = () => inSheet(`Autovit: ${DEALER.email}`);
    const newest = async () =>
      (await client.call('GET', `/api/adverts/sendings?batchId=${batchId}`)).body.sendings[0];
    const password = () => page.getByLabel('Parola contului Autovit', { exact: true });
    /** As if the advert were edited on the site. */
    const edit = async (title: string) => {
      const { advert } = await newest();
      const { origin } = new URL(advert.url);
      const answer = await fetch(`${origin}/__sim/adverts/${advertId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title }),
      });
      equal(answer.status, 200);
    };

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, { email, device }));
      ({ page } = person);
      problems = watchProblems(person);
      batchId = await fillBatch(client, 'Golf', SAMPLES.slice(0, 3));
      await processBatch(client, batchId);
      await page.goto(`/process/${batchId}`);
    });
    test.afterAll(() => person.context.close());

    test('first asks for the account’s password, says what becomes of it, and takes the right one alone', async () => {
      await press(person, button('Pune pozele în anunț'));
      await press(person, inSheet('Leagă contul OLX'));
      await consentAtOlx(person);
      await sees(sheet(), /^Contul: OLX, ./);
      await press(person, inSheet('Leagă alt cont'));
      await press(person, inSheet('Leagă contul Autovit'));
      await sees(sheet(), /O trimitem o singură dată, la Autovit, și nu o păstrăm nicăieri/);
      await sees(sheet(), /Accesul ține 12 ore/);
      await looksRight(page, 'the form for the password');
      await page.getByLabel('Adresa contului Autovit').fill(DEALER.email);
      await password().fill('de la alt cont');
      await press(person, inSheet('Leagă contul'));
      await sees(sheet(), /Autovit nu primește adresa și parola acestea/);
      await becomes(() => password().evaluate((field) => field === document.activeElement), true);
      equal(await password().getAttribute('aria-invalid'), 'true');
      await looksRight(page, 'a refused password');
      await password().fill(DEALER.password);
      await press(person, inSheet('Leagă contul'));
      // Of both accounts the one that was linked is shown, from its top.
      await becomes(() => account().getAttribute('aria-pressed'), 'true');
      await sheet().getByRole('list', { name: 'Anunțurile tale' }).getByRole('listitem').first().waitFor();
      equal(await sheet().evaluate(({ scrollTop }) => scrollTop), 0);
    });

    test('are sent in at most six presses, and the advert has them in order', async () => {
      await page.reload();
      await go(button('Pune pozele în anunț'));
      await go(account());
      const adverts = sheet().getByRole('list', { name: 'Anunțurile tale' }).getByRole('listitem');
      await adverts.first().waitFor();
      await sheet().getByRole('searchbox', { name: 'Caută' }).fill(advertId);
      await becomes(() => adverts.count(), 1);
      await go(adverts.first().getByRole('button'));
      await sees(sheet(), 'Cum va fi: 3 poze');
      await sees(sheet(), 'Acum în anunț: 3 poze');
      await looksRight(page, 'old and new pictures at Autovit');
      await go(inSheet('Trimite la Autovit (3 poze)'));
      await sees(sheet(), 'Anunțul are acum 3 poze, trimise în ordinea ta.');
      await sees(sheet(), 'Coperta e cea aleasă.');
      ok(presses <= MOST_PRESSES, `${presses} presses`);
      deepEqual([(await newest()).site, (await newest()).taken], ['autovit', 3]);
    });

    test('are not sent into an advert that was changed meanwhile, which is looked at again', async () => {
      await press(person, inSheet('Schimbă din nou pozele'));
      await sees(sheet(), 'Cum va fi: 3 poze');
      await edit('Volkswagen Golf 7, preț nou');
      await press(person, inSheet('Trimite la Autovit (3 poze)'));
      await sees(sheet(), /Anunțul s-a schimbat pe Autovit între timp/);
      await looksRight(page, 'an advert that was changed meanwhile');
      await press(person, inSheet('Uită-te din nou'));
      await sees(sheet(), 'Volkswagen Golf 7, preț nou');
      await press(person, inSheet('Trimite la Autovit (3 poze)'));
      await sees(sheet(), 'Anunțul are acum 3 poze, trimise în ordinea ta.');
    });

    test('give way to those of before by one press and a question', async () => {
      const sent = await newest();
      await press(person, inSheet('Pune din nou pozele lotului'));
      await press(person, page.getByRole('alertdialog').getByRole('button', { name: 'Pune-le la loc' }));
      await until(newest, ({ id, state }) => id !== sent.id && state === 'done');
      // Those of before are the lot's, which were sent twice.
      await sees(sheet(), 'Pozele lotului sunt din nou în anunț: 3 poze.');
    });

    test('wait for another link once the twelve hours are over, which the settings say before and after', async () => {
      await page.goto('/settings#connections');
      const section = page.getByRole('region', { name: 'Conturi legate' });
      const linked = section.getByRole('list', { name: 'Conturi Autovit legate' }).getByRole('listitem');
      await sees(linked, /accesul ține până pe/);
      await looksRight(page, 'an account whose access ends');
      await inDatabase(
        app.dataDir,
        `update advert_connections set expires_at = now() - interval '1 minute'
         where user_id = (select id from users where email = '${email}')`,
      );
      await page.goto(`/process/${batchId}`);
      await press(person, button(/Pozele sunt în anunț/));
      await press(person, inSheet('Schimbă din nou pozele'));
      await sees(sheet(), 'Accesul dat de Autovit a trecut. Leagă contul din nou.');
      await page.goto('/settings#connections');
      await sees(linked, 'Nu mai merge');
      await press(person, button(`Leagă din nou ${DEALER.email}`));
      equal(await page.getByLabel('Adresa contului Autovit').inputValue(), DEALER.email);
      await looksRight(page, 'an account that is linked again by its password');
      await password().fill(DEALER.password);
      await page.keyboard.press('Enter');
      await sees(section, 'Contul e legat.');
      await becomes(() => section.getByText('Nu mai merge').count(), 0);
      await press(person, button(`Deconectează ${DEALER.email}`));
      await becomes(() => linked.count(), 0);
      await becomes(
        () => button('Leagă contul Autovit').evaluate((each) => each === document.activeElement),
        true,
      );
      deepEqual(problems, []);
    });
  });
}
