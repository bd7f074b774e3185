import { equal, notDeepEqual, notEqual } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { fillBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';

/** With the colours that a person forced upon every page, what is on, chosen or current still looks different. */
let app: RunningApp;
let browser: Browser;
let page: Page;
let batchId: string;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  const { person, client } = await visit(browser, app.url, { email: 'contrast@fotolot.example' });
  batchId = await fillBatch(client, 'Lot', SAMPLES.slice(0, 2));
  page = person.page;
  await page.emulateMedia({ forcedColors: 'active' });
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

/** Its styles that forced colours keep. */
const drawn = (part: Locator) =>
  part.evaluate((element) => {
    const { backgroundColor, borderColor, borderWidth, outlineColor, outlineStyle } =
      getComputedStyle(element);
    return { backgroundColor, borderColor, borderWidth, outline: `${outlineStyle} ${outlineColor}` };
  });

async function lookDifferent(one: Locator, other: Locator): Promise<void> {
  const [its, others] = [await drawn(one.first()), await drawn(other.first())];
  notDeepEqual(its, others);
}

const ground = async (part: Locator) => (await drawn(part.first())).backgroundColor;

test.describe('with forced colours, on the page of a batch', () => {
  test.beforeAll(async () => {
    await page.goto(`/process/${batchId}`);
    for (const name of [/^Ajustări/, /^Lumină/, /^Încadrare/])
      await page.getByRole('button', { name }).click();
    await page.getByRole('radio', { name: 'Fină' }).waitFor();
  });

  test('a switch that is on differs from one that is off, and each knob from what it slides on', async () => {
    const [on, off] = [true, false].map((checked) => page.getByRole('switch', { checked }).first());
    if (!on || !off) throw new Error('two switches');
    await lookDifferent(on, off);
    for (const one of [on, off]) notEqual(await ground(one.locator('span')), await ground(one));
  });

  test('a slider has a track, how far it went, and a thumb', async () => {
    const track = page.locator('.slider-track');
    notEqual(await ground(track), await ground(page.locator('html')), 'track on the page');
    notEqual(await ground(track.locator('> :first-child')), await ground(track));
    const thumb = await drawn(track.first().locator('> :nth-child(2)'));
    equal(thumb.borderWidth, '2px');
    notEqual(thumb.borderColor, thumb.backgroundColor);
  });

  test('the chosen segment, shape and marketplace differ from the others', async () => {
    const segment = (name: RegExp) => page.locator('label').filter({ hasText: name });
    await lookDifferent(segment(/^Toate fotografiile/), segment(/^Doar aceasta/));
    await lookDifferent(segment(/^Fină/), segment(/^Normală/));
    const card = (name: RegExp) => page.getByRole('button', { name });
    await lookDifferent(card(/^OLX/), card(/^Vinted/));
  });

  test('the current frame of the strip differs from the others', async () => {
    const frames = page.getByRole('list', { name: 'Fotografii, prima e coperta' }).getByRole('listitem');
    await lookDifferent(frames.nth(0).locator('.frame-picture'), frames.nth(1).locator('.frame-picture'));
  });

  test('the chosen tab and the page one is on differ from the others', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/dashboard');
    const bar = page.getByRole('navigation').filter({ visible: true });
    await lookDifferent(bar.getByRole('link', { name: 'Panou' }), bar.getByRole('link', { name: 'Galerie' }));
    await page.setViewportSize({ width: 1280, height: 860 });
    await lookDifferent(bar.getByRole('link', { name: 'Panou' }), bar.getByRole('link', { name: 'Galerie' }));
  });
});

test('with forced colours a chosen photo of the gallery and the chip of its view differ from the others', async () => {
  await page.goto('/gallery');
  const photos = page.getByRole('listbox', { name: 'Fotografii' }).getByRole('option');
  await photos.first().click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('region', { name: 'Fotografii alese' }).waitFor();
  const tick = (photo: Locator) =>
    photo.evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
  notEqual(await tick(photos.nth(0)), await tick(photos.nth(1)));
  const chip = (name: string) => page.getByRole('link', { name, exact: true });
  await lookDifferent(chip('Fotografii'), chip('Coș'));
});
