import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Locator } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { openSheet, order } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { press, readDescription, sees, watchProblems } from '../../support/steps.ts';

/** A firm's data from the registry of ANAF, whose stand-in knows firms that do not exist. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(({ shared }) => leave(shared));

const BUTTON = 'Preia datele de la ANAF';
const ANTIQUARIAN = '9000000011';
const IN_SECTOR_3 = '9000000127';
const INACTIVE = '9000000569';
const NOT_THERE = '14399840';
const NARROW = { width: 360, height: 780 };

const readFields = async (form: Locator) => ({
  name: await form.getByLabel('Denumirea firmei').inputValue(),
  street: await form.getByLabel(/^Stradă/).inputValue(),
  county: await form.getByLabel('Județ').inputValue(),
  city: await form.getByLabel(/^(?:Localitate|Sector)$/).inputValue(),
  paysVat: await form.getByLabel('Plătitor de TVA').isChecked(),
});
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

test.describe('data of a firm from the registry of ANAF', () => {
  test('fill the billing form in the settings on a phone, which the person may still change', async () => {
    const { person } = await visit(browser, app.url, { email: 'firma@fotolot.example', device: 'phone' });
    const { page } = person;
    const problems = watchProblems(person);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Date de facturare' }).click();
    const form = page.getByRole('region', { name: 'Date de facturare' });
    const cui = form.getByLabel('CUI');
    const button = form.getByRole('button', { name: BUTTON });
    await press(person, form.getByText('Firmă', { exact: true }));
    await cui.fill('9000000012');
    await press(person, button);
    await sees(form, 'CUI-ul nu este corect: verifică fiecare cifră.');
    equal(await hasFocus(cui), true);
    equal(await readDescription(cui), 'CUI-ul nu este corect: verifică fiecare cifră.');
    await looksRight(page, 'a wrong CUI');
    await page.setViewportSize(NARROW);

    await cui.fill(`RO ${IN_SECTOR_3}`);
    await button.focus();
    await page.keyboard.press('Enter');
    const status = form.getByRole('status').filter({ hasText: 'Date preluate' });
    await sees(
      status,
      'Date preluate: GHETE & FII <PROBĂ> S.R.L., plătitor de TVA: da. Verifică-le și completează ce lipsește.',
    );
    equal(await hasFocus(button), true);
    deepEqual(await readFields(form), {
      name: 'GHETE & FII <PROBĂ> S.R.L.',
      street: 'Bd. Nicăieri nr. 9-9A, Bl. M1, Sc. 2, Et. 5, Ap. 51',
      county: 'B',
      city: 'Sector 3',
      paysVat: true,
    });
    await looksRight(page, 'a firm of the registry');
    await page.setViewportSize(NARROW);

    await form.getByLabel(/^Stradă/).fill('Bd. Nicăieri nr. 10');
    await press(person, form.getByRole('button', { name: 'Salvează datele' }));
    await sees(form, 'Datele de facturare sunt salvate.');
    await page.reload();
    await form.getByLabel('Denumirea firmei').waitFor();
    equal((await readFields(form)).street, 'Bd. Nicăieri nr. 10');
    deepEqual(problems, []);
    await person.context.close();
  });

  test('fill the sheet before a payment on a computer, and a firm that is not found is bought for all the same', async () => {
    const { person } = await visit(browser, app.url, { email: 'alta-firma@fotolot.example' });
    const { page } = person;
    await page.goto('/pricing#packages');
    const form = await openSheet(person, 'Starter 10');
    const cui = form.getByLabel('CUI');
    const button = form.getByRole('button', { name: BUTTON });
    await press(person, form.getByText('Firmă', { exact: true }));
    await cui.fill(INACTIVE);
    await press(person, button);
    await sees(form, /^Date preluate: FIRMĂ INACTIVĂ S\.R\.L\.,.* Firma figurează ca inactivă la ANAF\./);
    await cui.fill(ANTIQUARIAN);
    await form.getByText(/^Date preluate/).waitFor({ state: 'detached' });
    await press(person, button);
    await sees(form, /^Date preluate: ANTICARIAT DE PROBĂ S\.R\.L\./);
    const filled = await readFields(form);
    deepEqual([filled.county, filled.city, filled.paysVat], ['CJ', 'Cluj-Napoca', true]);

    await form.getByLabel(/^Stradă/).fill('Str. Mea 7');
    await cui.fill(NOT_THERE);
    await sees(form, /^CUI-ul este al altei firme: datele preluate înainte au fost golite\./);
    const emptied = { name: '', street: 'Str. Mea 7', county: '', city: '', paysVat: false };
    deepEqual(await readFields(form), emptied);
    await looksRight(page, 'another CUI');
    await press(person, button);
    await sees(
      form,
      'Registrul ANAF nu are o firmă cu acest CUI. Verifică-l sau completează datele mai jos.',
    );
    deepEqual(await readFields(form), emptied);
    await form.getByLabel('Denumirea firmei').fill('Scrisă de Mână SRL');
    await form.getByLabel('Județ').selectOption('CJ');
    await form.getByLabel('Localitate').fill('Cluj-Napoca');
    // Leaves for the provider's page.
    await order(person, form);
    await person.context.close();
  });
});
