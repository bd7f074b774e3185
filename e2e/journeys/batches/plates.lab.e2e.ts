import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from '@playwright/test';
import { openPlateBatch, processBatch, readBatch } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { accessibilityFindings, isOnTop, looksRight } from '../../support/page-checks.ts';
import { farthestFromCover, renderPlates } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, openSection, type Person, press, sees, until } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;
let folder: string;

test.beforeAll(async ({ shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'fotolot-plates-'));
  ({ app, browser } = shared);
  await renderPlates(folder);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
  await rm(folder, { recursive: true, force: true });
});

const openPlates = (email: string, device: 'phone' | 'desk') =>
  openPlateBatch({ browser, app, folder }, { email, device });

const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test.describe('licence plates on a computer', () => {
  test('are suggested, looked at one by one, mended by the keyboard, and covered in what is delivered', async () => {
    const { person, client, batchId } = await openPlates('desk@fotolot.example', 'desk');
    const { page } = person;
    await openSection(person, 'De verificat');
    await sees(page, 'Am găsit 2 numere.');
    await press(person, button(person, 'Verifică'));
    await sees(page, 'Aici e un număr de înmatriculare?');
    await looksRight(page, 'the review of plates');

    const corner = page.getByRole('button', { name: 'Numărul 1, colțul stânga sus' });
    // The page was just 360 px wide: the tool is laid out anew for 1280.
    const box = await until(
      () => corner.boundingBox(),
      (now) => now !== null,
    );
    ok(box && box.width >= 44 && box.height >= 44, 'a finger finds the corner');
    await corner.focus();
    await page.keyboard.press('ArrowLeft');
    await sees(page, '1 număr va fi acoperit aici.');
    await until(
      async () => corner.boundingBox(),
      (now) => now !== null && now.x < box.x - 0.5,
    );
    await page.keyboard.press('Tab');
    equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Numărul 1, colțul dreapta sus',
    );
    await press(person, button(person, 'Mai departe'));
    await press(person, button(person, 'Da, acoperă'));
    await sees(page, 'Ai verificat toate numerele găsite.');
    await page.getByText('Am găsit').waitFor({ state: 'detached' });

    const { photos } = await until(
      () => readBatch(client, batchId),
      (batch) =>
        Object.values<{ plates: unknown }>(batch.photos).filter(({ plates }) => plates !== null).length === 2,
    );
    await processBatch(client, batchId);
    const { results } = await readBatch(client, batchId);
    const covered = Object.values<{ id: string; photoId: string }>(results).filter(
      ({ photoId }) => photos[photoId].plates !== null,
    );
    equal(covered.length, 2);
    for (const { id, photoId } of covered) {
      const file = await client.send(`/api/results/${id}/file`, {});
      await isPlain(Buffer.from(await file.arrayBuffer()), photos[photoId].plates[0]);
    }
  });

  test('drawn by hand are copied to the next photo; only confirmed ones are covered', async () => {
    const { person, client, batchId } = await openPlates('hand@fotolot.example', 'desk');
    const { page } = person;
    await openSection(person, 'Număr de înmatriculare');
    await sees(page, 'Pe fotografia asta pare să fie 1 număr; nu acoperim nimic fără tine.');
    await press(person, button(person, 'Nu e număr'));
    await sees(page, 'Nimic de acoperit pe fotografia asta.');
    await press(person, button(person, 'Adaugă un număr'));
    const whole = page.getByRole('button', { name: 'Numărul 1, mută numărul' });
    const box = await whole.boundingBox();
    ok(box);
    await page.mouse.move(box.x + 12, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 52, box.y + 32, { steps: 4 });
    await page.mouse.up();
    await press(person, button(person, 'Gata'));
    await press(person, button(person, 'Copiază pe următoarea'));
    const { photoIds } = await readBatch(client, batchId);
    const at = async (index: number) => (await readBatch(client, batchId)).photos[photoIds[index]];
    const corner = page.getByRole('button', { name: 'Numărul 1, colțul stânga sus' });
    // A plate found there comes before a copied one.
    await until(
      () => at(1),
      ({ plates, plateSuggestions }) => JSON.stringify(plates) === JSON.stringify(plateSuggestions),
    );
    await corner.waitFor();
    ok((await at(0)).plates[0][0].x > 0.37 + 0.01, 'it was dragged to the right');
    equal((await at(2)).plates, null);
    await press(person, button(person, 'Copiază pe următoarea'));
    const copied = (await at(1)).plates;
    await becomes(async () => (await at(2)).plates, copied);
    await corner.focus();
    await page.keyboard.press('ArrowLeft');
    await until(
      () => at(2),
      ({ plates }) => plates[0][0].x < copied[0][0].x,
    );
    for (const before of [copied, null]) {
      await page.keyboard.press('Control+z');
      await becomes(async () => (await at(2)).plates, before);
    }
    await press(person, button(person, 'Înainte cu un pas'));
    await becomes(async () => (await at(2)).plates, copied);
  });
});

test.describe('licence plates on a phone', () => {
  test('go by the dot that is touched, also where the plate is small and at the edge', async () => {
    const { person, client, batchId } = await openPlates('dot@fotolot.example', 'phone');
    const { page } = person;
    const { photoIds } = await readBatch(client, batchId);
    const small = [
      { x: 0, y: 0.5 },
      { x: 0.09, y: 0.5 },
      { x: 0.09, y: 0.54 },
      { x: 0, y: 0.54 },
    ];
    await client.call('POST', '/api/photos/plates', {
      body: { photos: [{ photoId: photoIds[0], plates: [small] }] },
    });
    await page.reload();
    await openSection(person, 'Număr de înmatriculare');
    await press(person, button(person, 'Mută colțurile'));
    const dot = page.getByRole('button', { name: 'Numărul 1, colțul dreapta jos' }).locator('span');
    const box = await until(
      () => dot.boundingBox(),
      (now) => now !== null,
    );
    ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20, { steps: 4 });
    await page.mouse.up();
    const plate = await until(
      async () => (await readBatch(client, batchId)).photos[photoIds[0]].plates[0],
      (now) => JSON.stringify(now) !== JSON.stringify(small),
    );
    deepEqual([plate[0], plate[1], plate[3]], [small[0], small[1], small[3]]);
    ok(plate[2].x > 0.1 && plate[2].y > 0.54, JSON.stringify(plate));
  });

  test('are all confirmed with one press, and then seen covered on the whole photo', async () => {
    const { person, client, batchId } = await openPlates('phone@fotolot.example', 'phone');
    const { page } = person;
    await openSection(person, 'De verificat');
    await press(person, button(person, 'Verifică'));
    await sees(page, 'Aici e un număr de înmatriculare?');
    for (const part of [
      page.getByText('Aici e un număr de înmatriculare?'),
      page.getByRole('button', { name: 'Numărul 1, colțul stânga sus' }),
    ])
      await becomes(() => part.evaluate(isOnTop), true);
    deepEqual(await accessibilityFindings(page), []);
    const getBottom = async (part: Locator) => {
      const box = await part.boundingBox();
      return box === null ? Number.NaN : box.y + box.height;
    };
    const panel = await page.locator('.sheet').boundingBox();
    for (const part of [page.getByText('Trage colțurile pe plăcuță'), button(person, 'Gata')])
      ok((await getBottom(part)) <= (panel?.y ?? 0), 'the panel lies under it');
    await press(person, button(person, 'Sunt bune toate: acoperă 2 numere'));
    await sees(page, '2 numere vor fi acoperite.');
    const wipe = page.getByRole('slider', { name: 'Compară înainte și după' });
    await becomes(() => wipe.getAttribute('aria-valuetext'), '0% înainte');
    await until(
      () => readBatch(client, batchId),
      (batch) =>
        Object.values<{ plates: unknown }>(batch.photos).filter(({ plates }) => plates !== null).length === 2,
    );
  });
});

/** The middle half of the plate is the cover’s colour. */
async function isPlain(file: Buffer, quad: readonly { x: number; y: number }[]): Promise<void> {
  const far = await farthestFromCover(file, quad);
  ok(far < 12, `${far} from the cover’s colour`);
}
