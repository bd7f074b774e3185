import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, FileChooser, Page } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { readBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, getPath, keepToast, newPerson, type Person, press, sees } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

test.describe('a phone that adds photos to a lot on the computer', () => {
  let desk: Person;
  let client: ApiClient;
  let phone: Person;
  let address: string;
  let batchId: string;

  const pressed = (name: string | RegExp) => press(desk, desk.page.getByRole('button', { name }).first());
  const strangerAt = async (link: string): Promise<Page> => {
    const stranger = await newPerson(browser, app.url, { device: 'phone' });
    await stranger.page.goto(link);
    return stranger.page;
  };
  const pickOnPhone = async (label: string, files: Parameters<FileChooser['setFiles']>[0]) => {
    const chooser = phone.page.waitForEvent('filechooser');
    await press(phone, phone.page.getByText(label, { exact: true }));
    await (await chooser).setFiles(files);
  };
  const photosInLot = async () => (await readBatch(client, batchId)).photoIds.length;

  test('is let in by a link of two presses, without signing in, before the lot has a photo', async () => {
    ({ person: desk, client } = await visit(browser, app.url, { email: 'telefon@fotolot.example' }));
    await desk.page.goto('/upload');
    await pressed('De pe telefon');
    const link = desk.page.getByText(/\/t#[\w-]{22}$/);
    address = (await link.textContent()) ?? '';
    await sees(desk.page, /^Codul nu ar folosi: adresa 127\.0\.0\.1 există doar pe calculatorul acesta/);
    await sees(desk.page, /Nu l-a deschis încă niciun telefon\.$/);
    await looksRight(desk.page, 'the link for a phone');
    batchId = new URL(desk.page.url()).searchParams.get('lot') ?? '';
    phone = await newPerson(browser, app.url, { device: 'phone' });
    await phone.page.goto(address);
    await sees(phone.page, /^Poți adăuga până la \d\d:\d\d, cel mult 300\.$/);
    equal(getPath(phone.page), '/t');
    await looksRight(phone.page, 'the page of a phone');
    await sees(desk.page, /Deschis pe Chrome pe .+: 0 fotografii\.$/);
  });

  test('sends what its camera and its gallery give, over a connection that breaks, and it appears on the computer', async () => {
    await press(desk, desk.page.getByRole('button', { name: 'Închide' }));
    let broken = 0;
    await phone.page.route('**/api/phone/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH' || broken > 0) return route.fallback();
      broken += 1;
      return route.abort();
    });
    await pickOnPhone('Fă o poză', SAMPLES.slice(0, 1));
    await sees(phone.page, 'Trimise: 1 din 1.');
    equal(broken, 1);
    await pickOnPhone('Alege din galerie', SAMPLES.slice(1, 3));
    await sees(phone.page, 'Trimise: 3 din 3.');
    await looksRight(phone.page, 'the page of a phone with photos');
    await sees(desk.page, '3 din 3 trimise');
    await becomes(() => desk.page.getByText(/ · de pe telefon$/).count(), 3);
    // The same file again is the same photo.
    await phone.page.reload();
    await sees(phone.page, /^Poți adăuga până la/);
    await pickOnPhone('Alege din galerie', SAMPLES.slice(1, 2));
    await sees(phone.page, 'Trimise: 1 din 1.');
    // What is no photo is not sent, and never called so.
    await pickOnPhone('Alege din galerie', [
      { name: 'acte.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
    ]);
    await sees(phone.page, 'Nu este o fotografie.');
    await sees(phone.page, 'Trimise: 1 din 1.');
    equal(await photosInLot(), 3);
  });

  test('is listed in the settings, ended there, and hears so; a stranger with the old link does too', async () => {
    await desk.page.goto('/settings');
    const list = desk.page.getByRole('list', { name: 'Telefoane care adaugă fotografii' });
    match(await list.getByRole('listitem').innerText(), /3 fotografii · până la \d\d:\d\d/);
    await press(desk, list.getByRole('button', { name: /^Oprește linkul pentru / }));
    await list.waitFor({ state: 'detached' });
    const OVER = /^Linkul acesta nu mai este bun\. Cere un cod nou de la calculatorul/;
    await pickOnPhone('Alege din galerie', SAMPLES.slice(3, 4));
    await phone.page.getByRole('status').filter({ hasText: OVER }).waitFor();
    equal(await phone.page.getByText('Alege din galerie').isVisible(), false);
    const stranger = await strangerAt(address);
    await sees(stranger, OVER);
    await looksRight(stranger, 'an old link');
    const bare = await strangerAt(`${app.url}/t`);
    await sees(bare, OVER);
    deepEqual(await bare.context().cookies(), []);
  });

  test('leaves nothing that its owner cannot throw away at one press, and take back at another', async () => {
    await desk.page.goto(`/process/${batchId}`);
    await pressed('De pe telefon');
    await press(desk, desk.page.getByRole('button', { name: 'Aruncă 3 fotografii de pe telefon' }));
    const undo = await keepToast(desk.page, 'Pune-le înapoi');
    await becomes(photosInLot, 0);
    await press(desk, undo);
    await becomes(photosInLot, 3);
  });
});
