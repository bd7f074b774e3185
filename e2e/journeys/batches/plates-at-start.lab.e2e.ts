import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { openPlateBatch, readBatch } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { accessibilityFindings, isOnTop, looksRight } from '../../support/page-checks.ts';
import { farthestFromCover, renderPlates } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, openSection, type Person, press, sees } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;
let folder: string;

test.beforeAll(async ({ shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'fotolot-plates-start-'));
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

test.describe('a start with plates that nobody has answered for', () => {
  test('asks once, in the button’s place: without them, then with all of them covered', async () => {
    const { person, client, batchId } = await openPlates('asked@fotolot.example', 'phone');
    const { page } = person;
    const start = button(person, /^Procesează 3 fotografii/);
    const question = page.getByRole('group', { name: 'Numere de înmatriculare' });
    const cover = question.getByRole('button', { name: 'Am găsit 2 numere. Acoperă-le și pornește' });
    await press(person, start);
    await sees(question, 'Procesează 3 fotografii – 1 credit (rămân 2)');
    for (const way of await question.getByRole('button').all()) equal(await way.evaluate(isOnTop), true);
    deepEqual(await accessibilityFindings(page), []);
    // By the keyboard: the focus is on the answer, Escape goes back to the button.
    const hasFocus = (way: Locator) => way.evaluate((it) => it === document.activeElement);
    await becomes(() => hasFocus(cover), true);
    await page.keyboard.press('Escape');
    await becomes(() => hasFocus(start), true);
    equal((await readBatch(client, batchId)).run, null);

    await page.keyboard.press('Enter');
    await cover.waitFor();
    await looksRight(page, 'the question about plates');
    await press(person, question.getByRole('button', { name: 'Pornește fără' }));
    await sees(page, /^Numere de înmatriculare neverificate/);
    const bare = await readBatch(client, batchId);
    deepEqual(await coversIn(client, bare), []);
    const plated = platedIn(bare);
    equal(plated.length, 2);

    await press(person, button(person, 'Schimbă rețeta'));
    await press(person, start);
    await press(person, cover);
    await sees(page, /Numere de înmatriculare: 2 acoperite\s· pe \d\d n-am găsit niciun număr/);
    const covered = await readBatch(client, batchId);
    deepEqual((await coversIn(client, covered)).sort(), plated.map(({ id }) => id).sort());
    equal(
      await page.getByText(/numere acoperite/).count(),
      0,
      'nothing is ticked over a photo without a plate',
    );
    const without = covered.photoIds.find((id: string) => !plated.some((photo) => photo.id === id));
    await press(person, page.getByRole('link', { name: /^\d\d$/ }));
    await page.getByRole('button', { name: 'Adaugă un număr' }).first().waitFor();
    equal(await page.locator(`[data-frame="${without}"]`).getAttribute('aria-current'), 'true');
  });

  test('does not ask where the recipe for cars covers sure ones by itself; one tap takes that back', async () => {
    const { person, client, batchId } = await openPlates('cars@fotolot.example', 'desk');
    const { page } = person;
    // What is said not to be right on the contact sheet is neither counted nor covered; as the question says.
    const question = page.getByRole('group', { name: 'Numere de înmatriculare' });
    const sheet = button(person, 'Vezi toate pe o pagină');
    const marks = page.getByRole('checkbox', { name: /^Numerele de la/ });
    await press(person, sheet);
    await marks.first().check();
    await page.keyboard.press('Escape');
    await press(person, button(person, /^Procesează 3 fotografii/));
    await question.getByRole('button', { name: 'Am găsit 1 număr. Acoperă-l și pornește' }).waitFor();
    await press(person, button(person, 'Înapoi'));
    await press(person, sheet);
    await marks.first().uncheck();
    await page.keyboard.press('Escape');
    await press(person, page.getByRole('button', { name: /Mașină pentru Autovit/ }));
    await openSection(person, 'De verificat');
    await sees(page, /^2 numere se acoperă singure: /);
    await looksRight(page, 'plates that are covered unasked');
    await press(person, button(person, 'Anulează'));
    await sees(page, 'Am găsit 2 numere.');
    await page.keyboard.press('Control+z');
    await sees(page, /^2 numere se acoperă singure: /);
    const [first, second] = platedIn(await readBatch(client, batchId));
    await page.locator(`[data-frame="${second?.id}"]`).click();
    await press(person, button(person, /^Nu pe \d\d$/));
    await sees(page, /^1 număr se acoperă singur: /);
    await press(person, button(person, /^Procesează 3 fotografii/));
    await sees(page, /Numere de înmatriculare: 1 acoperit/);
    deepEqual(await coversIn(client, await readBatch(client, batchId)), [first?.id]);
  });
});

interface PlatedPhoto {
  readonly id: string;
  readonly plateSuggestions: readonly (readonly { x: number; y: number }[])[];
}

function platedIn({ photoIds, photos }: { photoIds: string[]; photos: Record<string, PlatedPhoto> }) {
  return photoIds.flatMap((id) => {
    const photo = photos[id];
    return photo?.plateSuggestions.length ? photo : [];
  });
}

/** Photos whose found plate is one colour in the first output's file. */
async function coversIn(
  client: ApiClient,
  batch: Parameters<typeof platedIn>[0] & {
    results: Record<string, { id: string; photoId: string; outputKey: string }>;
  },
): Promise<string[]> {
  const covered: string[] = [];
  for (const { id: photoId, plateSuggestions } of platedIn(batch)) {
    const result = Object.values(batch.results).find((each) => each.photoId === photoId);
    const file = await client.send(`/api/results/${result?.id}/file`, {});
    const [plate = []] = plateSuggestions;
    if ((await farthestFromCover(Buffer.from(await file.arrayBuffer()), plate)) < 12) covered.push(photoId);
  }
  return covered;
}
