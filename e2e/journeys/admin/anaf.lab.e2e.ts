import { equal } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { enter } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { looksRightInAll } from '../../support/page-checks.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import { SELLER, type Shop, startShop } from '../../support/shop.ts';
import { becomes, newPerson, type Person, sees } from '../../support/steps.ts';

/** An admin connects ANAF, whose stand-in has made-up certificates. */
const ENV = { ...ADMIN, ...SELLER, EFACTURA_MODE: 'stand-in' };

let app: Shop['app'];
let browser: Browser;
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, ENV));
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url, { device: 'desk' });
  await enter(admin, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

test('an admin connects ANAF with a certificate, sees a missing right, checks, connects again and disconnects', async () => {
  const { page } = admin;
  await page.goto('/admin/dashboard');
  await sees(page, 'ANAF nu este conectat: facturile și stornările nu pleacă singure.');
  await looksRightInAll(page);
  await page.getByRole('link', { name: 'Vezi conectarea' }).click();
  const card = page.getByRole('region', { name: 'Conectarea la ANAF' });
  await sees(card, /certificat calificat cu drept în SPV pentru CUI 14399840/);
  await looksRightInAll(page);

  const choose = async (press: string, certificate: RegExp) => {
    await card.getByRole('button', { name: press }).click();
    await page.getByRole('heading', { name: 'Alegeți certificatul digital' }).waitFor();
    await page.getByRole('button', { name: certificate }).click();
    await card.waitFor();
  };
  await choose('Conectează ANAF', /^Renunț/);
  await sees(card, 'Nu s-a ales niciun certificat, așa că ANAF nu s-a conectat.');
  await choose('Conectează ANAF', /^Fără drept în SPV/);
  await sees(card, 'ANAF este conectat, dar certificatul nu are dreptul în SPV.');
  await sees(card, /ANAF spune: „Nu exista niciun CIF pentru care sa aveti drept in SPV”/);
  await looksRightInAll(page);
  await card.getByRole('button', { name: 'Verifică' }).click();
  await becomes(() => card.getByText('ANAF este conectat, dar').count(), 0);
  await sees(card, /ANAF spune/);

  await choose('Conectează din nou', /^Reprezentant legal/);
  await sees(card, 'ANAF este conectat.');
  await sees(card, /Conectat pentru CUI 14399840, până pe /);
  equal(new URL(page.url()).searchParams.has('anaf'), false);
  await card.getByRole('button', { name: 'Verifică' }).click();
  await sees(page, 'ANAF răspunde, iar certificatul are dreptul.');
  await looksRightInAll(page);
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: 'Privire de ansamblu' }).waitFor();
  equal(await page.getByRole('link', { name: 'Vezi conectarea' }).count(), 0);

  await inDatabase(app.dataDir, 'delete from anaf_grant');
  await page.goto('/admin/dashboard?parte=facturi');
  await sees(card, 'ANAF trebuie conectat din nou: facturile și stornările nu pleacă singure.');
  await looksRightInAll(page);

  await card.getByRole('button', { name: 'Deconectează' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deconectează ANAF' });
  await dialog.getByRole('button', { name: 'Deconectează' }).click();
  await sees(dialog, 'Scrie motivul, în câteva cuvinte.');
  await looksRightInAll(page);
  await dialog.getByLabel('Motivul').fill('Schimbăm certificatul');
  await dialog.getByRole('button', { name: 'Deconectează' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await sees(card, 'ANAF nu este conectat: facturile și stornările nu pleacă singure.');
  await becomes(() => page.evaluate(() => document.activeElement?.textContent ?? ''), 'Conectarea la ANAF');

  await page.goto('/admin/dashboard?parte=jurnal');
  await sees(page, /^A conectat ANAF pentru CUI 14399840, de probă$/);
  await sees(page, /^A deconectat ANAF pentru CUI 14399840$/);
});
