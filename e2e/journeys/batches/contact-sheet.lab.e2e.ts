import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, readBatch, visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { findingsInTheme, isOnTop, sidewaysScrollers } from '../../support/page-checks.ts';
import { renderScenes, type Scenes } from '../../support/photo-files.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, until } from '../../support/steps.ts';

/** Fourteen cut-outs and more that all wait for a person: looked at on one sheet, taken at once, by finger and by keyboard. */
const SCENES = 16;

let app: RunningApp;
let browser: Browser;
let scenes: Scenes;
let person: Person;
let client: ApiClient;
let page: Page;
let batchId: string;
let waiting: number;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser: own }) => {
  browser = own;
  [app, scenes] = await Promise.all([startApp({ LOG_LEVEL: 'warn' }), renderScenes(SCENES, 1)]);
  // Whatever the engine thinks of its cut-outs: here it finds a whole thing everywhere and is sure of nothing.
  await inDatabase(
    app.dataDir,
    `create function unsure() returns trigger language plpgsql as $$ begin new.sure := false; new.broken := false; new.subject := '{"x":0.2,"y":0.2,"width":0.5,"height":0.5}'; return new; end $$`,
  );
  await inDatabase(
    app.dataDir,
    'create trigger unsure before insert on cutouts for each row execute function unsure()',
  );
  ({ person, client } = await visit(browser, app.url, { email: 'plansa@fotolot.example', device: 'phone' }));
  page = person.page;
  batchId = await fillBatch(client, 'Vitrina', scenes.paths);
  const photos = Object.values<{ state: string }>((await readBatch(client, batchId)).photos);
  // Of two that look alike one is a copy.
  waiting = photos.filter(({ state }) => state === 'ready').length;
  ok(waiting >= 14, `${waiting}`);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
  await scenes?.remove();
});

const sheet = () => page.getByRole('dialog', { name: 'Toate pe o pagină' });
const tiles = () => sheet().getByRole('checkbox');
const pictures = () => sheet().getByRole('button', { name: /^Mărește/ });
const openSheet = () => page.getByRole('button', { name: 'Vezi toate pe o pagină' });

const approved = async () =>
  Object.values<{ cutout: { approved: boolean } | null }>((await readBatch(client, batchId)).photos).filter(
    ({ cutout }) => cutout?.approved,
  ).length;

async function forget(): Promise<void> {
  await inDatabase(app.dataDir, 'update cutouts set approved_at = null');
  await page.goto(`/process/${batchId}`);
}

test('the sheet is there while cut-outs still arrive, and what arrives moves nothing', async () => {
  const { recipe } = await readBatch(client, batchId);
  const white = { ...recipe, background: { ...recipe.background, kind: 'white' } };
  await client.call('PATCH', `/api/batches/${batchId}`, { body: { recipe: white } });
  await page.goto(`/process/${batchId}`);
  await press(person, openSheet());
  await sees(sheet(), /^Mai căutăm obiectul în \d+/);
  const names = async () => Promise.all((await tiles().all()).map((tile) => tile.getAttribute('aria-label')));
  const first = await names();
  // Each takes the engine a while.
  for (let many = 1; many <= waiting; many++)
    await until(
      () => tiles().count(),
      (count) => count >= many,
    );
  deepEqual((await names()).slice(0, first.length), first);
  for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
    deepEqual(await findingsInTheme(page, colorScheme), []);
    deepEqual(await sidewaysScrollers(page), []);
  }
  await page.emulateMedia({ colorScheme: 'light' });
});

test('fourteen are taken by at most three presses, in one request', async () => {
  await page.goto(`/process/${batchId}`);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('approve')) requests.push(request.url());
  });
  let presses = 0;
  const pressed = async (target: Locator) => {
    presses += 1;
    await press(person, target);
  };
  await pressed(openSheet());
  await pressed(sheet().getByRole('button', { name: `Toate sunt bune (${waiting})` }));
  await becomes(approved, waiting);
  await sheet().waitFor({ state: 'detached' });
  ok(presses <= 3, `${presses} presses`);
  equal(requests.length, 1);
  await page.getByRole('button', { name: /^De verificat/ }).waitFor();
  await openSheet().waitFor({ state: 'detached' });
  // What was just done is seen: „după”, all of it.
  const wipe = page.getByRole('slider', { name: 'Compară înainte și după' });
  await becomes(() => wipe.getAttribute('aria-valuetext'), '0% înainte');
});

test('the wrong ones are touched, the others taken; a wrong one keeps its ground or opens its tool', async () => {
  await forget();
  await press(person, openSheet());
  await becomes(() => tiles().count(), waiting);
  await sees(sheet(), /^Aici nu suntem siguri\. Atinge o poză ca să vezi fișierul întreg/);
  // Nothing lies over what is looked at, not even its number.
  equal(await pictures().first().textContent(), '');
  for (const at of [2, 5]) {
    await press(person, tiles().nth(at));
    // However many there are: what can be done about it is in sight at once.
    const ways = sheet().getByRole('list', { name: 'Ce ai atins' }).getByRole('button');
    equal(await ways.count(), 2);
    for (const way of await ways.all()) ok(await way.evaluate(isOnTop));
  }
  await press(person, sheet().getByRole('button', { name: `${waiting - 2} sunt bune` }));
  await becomes(approved, waiting - 2);
  const open = sheet().getByRole('region', { name: 'De corectat' }).getByRole('listitem');
  await becomes(() => open.count(), 2);
  const { photoIds } = await readBatch(client, batchId);
  await press(person, open.first().getByRole('button', { name: 'Păstrează fundalul' }));
  await becomes(
    async () => (await readBatch(client, batchId)).exceptions[photoIds[2]]?.background?.kind ?? null,
    'keep',
  );
  await becomes(() => open.count(), 1);
  await press(person, open.first().getByRole('button', { name: 'Corectează' }));
  await page.getByRole('button', { name: 'E bine așa' }).waitFor();
  equal(await page.locator(`[data-frame="${photoIds[5]}"]`).getAttribute('aria-current'), 'true');
});

test('what is marked stays marked while the sheet is closed', async () => {
  await forget();
  await press(person, openSheet());
  await becomes(() => tiles().count(), waiting - 1);
  await press(person, tiles().nth(1));
  const others = sheet().getByRole('button', { name: `${waiting - 2} sunt bune` });
  await others.waitFor();
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  await press(person, openSheet());
  await others.waitFor();
  equal(await tiles().nth(1).isChecked(), true);
  equal(await sheet().getByRole('region', { name: 'De corectat' }).getByRole('listitem').count(), 1);
  await press(person, tiles().nth(1));
  await sheet()
    .getByRole('button', { name: `Toate sunt bune (${waiting - 1})` })
    .waitFor();
});

test('two stand beside each other on a phone, as wide as it is; from there on none is under 240 px', async () => {
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 740 });
    const [one, other] = [pictures().nth(0), pictures().nth(1)];
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    return { width: a?.width ?? 0, beside: a?.y === b?.y };
  };
  const phone = await widthAt(360);
  ok(phone.width >= 168 && phone.beside, JSON.stringify(phone));
  for (const width of [520, 800]) ok((await widthAt(width)).width >= 240, `${width}`);
  await page.setViewportSize({ width: 360, height: 740 });
});

test('a press shows the whole file as it will come out, one after the other, and takes the answer there', async () => {
  // The sheet is hidden from readers while a picture lies over it.
  const label = await pictures().first().getAttribute('aria-label');
  await press(person, pictures().first());
  const large = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Nu e bine' }) });
  await large.getByRole('heading', { name: label?.replace(/^Mărește \d+, /, '') ?? '' }).waitFor();
  // The file of the first place of publication, made by the engine though the cut-out waits for approval.
  const file = large.getByRole('img', { name: '01, cum va ieși fișierul' });
  await file.waitFor();
  const size = await file.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight]);
  equal(Math.max(...size), 1024);
  for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
    deepEqual(await findingsInTheme(page, colorScheme), []);
    deepEqual(await sidewaysScrollers(page), []);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.keyboard.press('ArrowRight');
  await sees(large, `2 / ${waiting - 1}`);
  await press(person, large.getByRole('button', { name: 'Nu e bine' }));
  await sees(large, `3 / ${waiting - 1}`);
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  deepEqual([await tiles().nth(1).isChecked(), await tiles().nth(2).isChecked()], [true, false]);
  await press(person, tiles().nth(1));
});

test('what was approved is taken back until the start, one or all, and waits again', async () => {
  await press(person, sheet().getByRole('button', { name: `Toate sunt bune (${waiting - 1})` }));
  await becomes(approved, waiting - 1);
  await sheet().waitFor({ state: 'detached' });
  await press(person, page.getByRole('button', { name: `Aprobate (${waiting - 1})` }));
  await press(
    person,
    sheet()
      .getByRole('button', { name: /^Ia înapoi \d+$/ })
      .first(),
  );
  await becomes(approved, waiting - 2);
  await becomes(() => tiles().count(), 1);
  await press(person, sheet().getByText(`Aprobate (${waiting - 2})`));
  await press(person, sheet().getByRole('button', { name: 'Ia-le înapoi pe toate' }));
  await becomes(approved, 0);
  await becomes(() => tiles().count(), waiting - 1);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
});

test('behind a cut-out stands the scene with nothing in it, not with our own car', async () => {
  const { recipe } = await readBatch(client, batchId);
  const inScene = { ...recipe, background: { ...recipe.background, kind: 'scene', scene: 'showroom-dark' } };
  await client.call('PATCH', `/api/batches/${batchId}`, { body: { recipe: inScene } });
  await page.goto(`/process/${batchId}`);
  await press(person, openSheet());
  const picture = sheet().locator('.sheet-picture').first();
  const address = await picture.evaluate((shown) => getComputedStyle(shown).backgroundImage);
  const answer = await page.request.get(/url\("(.+)"\)/.exec(address)?.[1] ?? '');
  deepEqual(await answer.body(), await readFile('src/web/assets/scenes/empty/showroom-dark.webp'));
  await client.call('PATCH', `/api/batches/${batchId}`, { body: { recipe } });
});

test('by keyboard alone: Space marks, Enter takes', async () => {
  await forget();
  await openSheet().focus();
  await page.keyboard.press('Enter');
  await until(
    () => tiles().count(),
    (count) => count >= waiting - 1,
  );
  await tiles().nth(1).focus();
  await page.keyboard.press('Space');
  equal(await tiles().nth(1).isChecked(), true);
  // Beside each box is the picture, which Enter enlarges.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  equal(
    await tiles()
      .nth(2)
      .evaluate((tile) => tile === document.activeElement),
    true,
  );
  await sheet()
    .getByRole('button', { name: `${waiting - 2} sunt bune` })
    .focus();
  await page.keyboard.press('Enter');
  await becomes(approved, waiting - 2);
});

test('what touches the border or came in pieces has its frame around the picture, and is not taken with the rest', async () => {
  await forget();
  const { photoIds } = await readBatch(client, batchId);
  const change = `update cutouts set subject = jsonb_set(subject, '{x}', $2), broken = $3 where photo_id = $1`;
  await inDatabase(app.dataDir, change, [photoIds[0], '0', false]);
  await inDatabase(app.dataDir, change, [photoIds[1], '0.2', true]);
  await page.goto(`/process/${batchId}`);
  await press(person, openSheet());
  await becomes(() => tiles().count(), waiting - 1);
  const ticked = () => Promise.all([0, 1, 2].map((at) => tiles().nth(at).isChecked()));
  const askedWords = () =>
    Promise.all(
      [0, 1, 2].map(async (at) => (await tiles().nth(at).getAttribute('aria-label'))?.split(': ').pop()),
    );
  deepEqual(await ticked(), [false, false, false]);
  deepEqual(await askedWords(), ['e bine', 'e bine', 'nu e bine']);
  await sees(sheet(), /Cele cu chenar intră doar dacă le bifezi\.$/);
  const items = sheet().getByRole('list', { name: 'De verificat' }).getByRole('listitem');
  await sees(items.nth(0), 'Atinge marginea');
  await sees(items.nth(1), 'Are bucăți');
  const frames = await items.locator('svg.sheet-picture').evaluateAll((shown) =>
    shown.slice(0, 3).map((picture) => {
      const { width, height } = picture.getBoundingClientRect();
      const [, , w = 0, h = 1] = (picture.getAttribute('viewBox') ?? '').split(' ').map(Number);
      return `${getComputedStyle(picture).outlineStyle} ${Math.abs(width / height / (w / h) - 1) < 0.02}`;
    }),
  );
  deepEqual(frames, ['dashed true', 'dashed true', 'none true']);
  equal(await sheet().getByRole('region', { name: 'De corectat' }).count(), 0);
  await press(person, tiles().nth(1));
  await press(person, sheet().getByRole('button', { name: `${waiting - 2} sunt bune` }));
  await becomes(() => tiles().count(), 1);
  equal(await tiles().first().isChecked(), false);
  // Taken back it waits for its tick again.
  await press(person, sheet().getByText(`Aprobate (${waiting - 2})`));
  await press(person, sheet().getByRole('button', { name: 'Ia-le înapoi pe toate' }));
  await becomes(() => tiles().count(), waiting - 1);
  deepEqual(await ticked(), [false, false, false]);
});
