import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, processBatch, visit } from '../../support/batches.ts';
import { Fingers } from '../../support/finger.ts';
import { leave, test } from '../../support/journey.ts';
import { becomesApart, inTheWay, isOnTop } from '../../support/page-checks.ts';
import { renderPlate, SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, closeRows, getPath, openSection, type Person, press, until } from '../../support/steps.ts';

/** The batch's page and the one for trying where there is little room. */
const LYING = [
  { width: 740, height: 360 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
];
/** 1280×1024 at 400 %. */
const ENLARGED = { width: 320, height: 256 };
/** What is decided before the start, in the order in which a phone asks. */
const ROWS = ['Unde publici', 'Rețetă', 'De verificat', 'Ajustări'];
const PHONES = drawRows(
  [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
    { width: 360, height: 780 },
    { width: 375, height: 553 },
    { width: 390, height: 664 },
    { width: 412, height: 915 },
    { width: 430, height: 932 },
  ],
  2,
);

let app: RunningApp;
let browser: Browser;
let person: Person;
let page: Page;
let fingers: Fingers;
let batchPath: string;
let client: ApiClient;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  const visitor = await visit(browser, app.url, { email: 'mic@fotolot.example', device: 'phone' });
  person = visitor.person;
  page = person.page;
  client = visitor.client;
  fingers = await Fingers.on(page);
  // One of them has a licence plate, about which the panel has something to say.
  const plate = await renderPlate();
  batchPath = `/process/${await fillBatch(visitor.client, 'Lot', [...SAMPLES, plate.path])}`;
  await plate.remove();
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const stage = () => page.getByRole('region', { name: 'Previzualizare' });
const start = () =>
  page.locator('.bench-start').getByRole('button').or(page.locator('.bench-start a')).first();

const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

async function openBench(path: string, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(path);
  await benchStands(path);
}

/** The same for what only looks, so that it may find the page as the test before has opened it. */
async function keepBench(path: string, size: { width: number; height: number }): Promise<void> {
  if (getPath(page) !== path) return openBench(path, size);
  await page.setViewportSize(size);
  await benchStands(path);
}

async function benchStands(path: string): Promise<void> {
  await stage().getByRole('img').first().waitFor();
  await row('Ajustări').waitFor();
  if (path === batchPath) await page.getByRole('button', { name: /^De verificat\s*1 număr/ }).waitFor();
}

/** Runs in the page: on how many lines „(rămân 2)” stands. */
function linesOfBracket(button: Element): number {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const at = (text.textContent ?? '').indexOf('(');
    if (at < 0) continue;
    const bracket = document.createRange();
    bracket.setStart(text, at);
    bracket.setEnd(text, (text.textContent ?? '').length);
    return bracket.getClientRects().length;
  }
  return 0;
}

test.describe('on a phone that lies, and at 400 % zoom', () => {
  for (const size of drawRows([...LYING, ENLARGED], 2)) {
    const { width, height } = size;
    for (const what of ['the lot', 'the page for trying'] as const) {
      test(`${what} at ${width}×${height} has its parts apart, and its button in reach`, async () => {
        await openBench(what === 'the lot' ? batchPath : '/test-image', size);
        const parts = {
          'the stage': stage(),
          'the strip': page.getByRole('list', { name: /^(Fotografii, prima e coperta|Scene de probă)/ }),
          'the panel': page.locator('.sheet'),
          'the button': page.locator('.bench-start'),
          ...(size === ENLARGED && { 'the footer': page.locator('footer') }),
        };
        await becomesApart(parts);
        if (size === ENLARGED) await start().scrollIntoViewIfNeeded();
        else
          for (const part of [...ROWS.map(row), stage()])
            ok(await part.evaluate(isOnTop), 'nothing has to be scrolled');
        deepEqual(await start().evaluate(inTheWay), []);
        await openSection(person, 'Lumină');
        const last = page.getByRole('switch').last();
        await last.scrollIntoViewIfNeeded();
        ok(await last.evaluate(isOnTop));
        if (size !== ENLARGED) ok(await stage().evaluate(isOnTop));
        else await start().scrollIntoViewIfNeeded();
        deepEqual(await start().evaluate(inTheWay), []);
      });
    }
  }
});

test.describe('at 400 % zoom', () => {
  test('the corners of a licence plate lie beside each other, and what to do with them is said in two lines', async () => {
    await openBench(batchPath, ENLARGED);
    await openSection(person, 'De verificat');
    await press(person, page.getByRole('button', { name: 'Verifică', exact: true }));
    const corners = page.getByRole('button', { name: /^Numărul 1, colțul / });
    await becomes(() => corners.count(), 4);
    const handles = (await corners.all()).map((corner, at): [string, Locator] => [`corner ${at}`, corner]);
    await becomesApart(Object.fromEntries(handles));
    const hint = page.getByRole('status').filter({ hasText: 'Trage colțurile pe plăcuță' });
    ok(
      await hint.evaluate(
        (said) => said.scrollHeight < 2.5 * Number.parseFloat(getComputedStyle(said).lineHeight),
      ),
    );
  });
});

test.describe('on an upright phone', () => {
  test('what remains after a run is not torn from its bracket on the start button', async () => {
    for (const width of [320, 390]) {
      await openBench(batchPath, { width, height: 844 });
      await start().getByText('Procesează').waitFor();
      equal(await start().evaluate(linesOfBracket), 1);
    }
  });

  for (const size of PHONES) {
    test(`at ${size.width}×${size.height} the picture, the strip, every row and the start are there with nothing scrolled`, async () => {
      await openBench(batchPath, size);
      const strip = page.getByRole('list', { name: 'Fotografii, prima e coperta' });
      for (const part of [...ROWS.map(row), strip, page.getByRole('button', { name: 'Mărește fotografia' })])
        ok(await part.evaluate(isOnTop));
      deepEqual(await start().evaluate(inTheWay), []);
      await becomes(
        () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight]),
        [0, 0],
      );
      const [picture, view] = await Promise.all(
        ['.stage-view > div', '.stage-view'].map((part) => page.locator(part).boundingBox()),
      );
      // In its own proportions: as wide as the screen, or as high as what is left of it.
      ok(
        picture && view && Math.abs(picture.height - view.height) <= 2,
        `${picture?.height} in ${view?.height}`,
      );
    });

    test(`at ${size.width}×${size.height} the strip says by what the batch is ordered, so why this one is its cover`, async () => {
      await keepBench(batchPath, size);
      if (size.height < 704)
        await press(person, page.getByRole('button', { name: 'Mută sau scoate fotografia' }));
      const note = page.getByRole('group', { name: 'Ordinea fotografiilor' });
      ok(await note.evaluate(isOnTop));
    });

    test(`at ${size.width}×${size.height} nothing covers the start, the stage's bar or a row, whatever is swiped, opened, turned and enlarged`, async () => {
      await openBench(batchPath, size);
      const strip = page.getByRole('list', { name: 'Fotografii, prima e coperta' });
      const parts = {
        'the stage': stage(),
        'the panel': page.locator('.sheet'),
        'the button': page.locator('.bench-start'),
      };
      const inReach = async (what: string) => {
        await becomesApart(parts);
        deepEqual(await start().evaluate(inTheWay), [], what);
        for (const name of ['Înapoi cu un pas', 'Mărește fotografia'])
          ok(await page.getByRole('button', { name }).evaluate(isOnTop), `${name}: ${what}`);
      };
      for (const [what, part] of [
        ['the picture', stage()],
        ['the strip', strip],
        ['the rows', page.locator('.sheet')],
      ] as const) {
        await fingers.drag(part, { x: 0, y: -200 }, { x: 0.3, y: 0.4 });
        equal(await page.evaluate(() => scrollY), 0);
        await inReach(`a swipe over ${what}`);
        for (const name of ROWS) ok(await row(name).evaluate(isOnTop), `${name}: a swipe over ${what}`);
      }
      for (const name of ROWS) {
        await press(person, row(name));
        const open = page.getByRole('button', { name: new RegExp(`^${name}`), expanded: true });
        await becomes(() => open.evaluate(isOnTop), true);
        await fingers.drag(page.locator('.sheet'), { x: 0, y: -90 }, { x: 0.5, y: 0.8 });
        await inReach(`${name} open`);
        await closeRows(person);
        await row('Ajustări').waitFor();
      }
      await openSection(person, 'Încadrare');
      await press(person, page.getByRole('button', { name: 'Rotește la dreapta' }));
      await press(person, page.getByRole('button', { name: 'Mărește fotografia' }));
      await fingers.drag(stage(), { x: -40, y: -120 });
      await inReach('turned and enlarged');
      await page.setViewportSize({ width: size.height, height: size.width });
      await start().scrollIntoViewIfNeeded();
      deepEqual(await start().evaluate(inTheWay), [], 'lying');
      await page.setViewportSize(size);
      await press(person, page.getByRole('button', { name: 'Rotește la stânga' }));
      await closeRows(person);
      await becomes(() => strip.isVisible(), true);
      await inReach('at rest again');
    });
  }

  test('a finger that goes up over the picture scrolls the page; across it moves the wipe', async () => {
    // So low that the page has to scroll.
    await openBench(batchPath, { width: 390, height: 470 });
    const wipe = page.getByRole('slider', { name: 'Compară înainte și după' });
    await wipe.waitFor();
    await fingers.drag(wipe, { x: 20, y: -90 }, { x: 0.8, y: 0.9 });
    await until(
      () => page.evaluate(() => scrollY),
      (scrolled) => scrolled > 0,
    );
    equal(await wipe.inputValue(), '50');
    await fingers.drag(wipe, { x: 150, y: 4 }, { x: 0.2, y: 0.6 });
    await until(
      async () => Number(await wipe.inputValue()),
      (at) => at > 60,
    );
  });

  test('a long touch on a photo presses nothing of the tray that appears under the finger', async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto('/gallery');
    const photo = page.locator('[data-item]').first();
    await photo.waitFor();
    await page.evaluate(() => {
      document.addEventListener('click', () => Object.assign(window, { pressed: true }), true);
    });
    await fingers.longPress(photo, () => page.getByText('Lot nou · 1 fotografie').waitFor());
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    equal(await page.evaluate('window.pressed'), undefined);
    ok(await page.getByRole('button', { name: 'Creează lotul' }).evaluate(isOnTop));
  });
});

test.describe('the dashboard and the gallery in a low window', () => {
  for (const { width, height } of drawRows([...LYING, ENLARGED], 1))
    test(`at ${width}×${height} are whole in the window, which scrolls on to the last bar and no further`, async () => {
      await page.setViewportSize({ width, height });
      for (const path of ['/dashboard', '/gallery']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
        const { bottom, scrollHeight, chains } = await page.evaluate(() => {
          const kept = [...document.querySelectorAll('.kept-page')].find((one) => one.clientHeight > 0);
          const ends = [...document.body.querySelectorAll('.kept-page, .bottom-bar')]
            .filter((one) => one.clientHeight > 0)
            .map((one) => one.getBoundingClientRect().bottom);
          return {
            bottom: kept?.getBoundingClientRect().bottom ?? Number.NaN,
            scrollHeight: Math.abs(document.documentElement.scrollHeight - Math.max(...ends)),
            chains: kept && getComputedStyle(kept).overscrollBehaviorY,
          };
        });
        ok(bottom <= height, `${path} ends at ${bottom}`);
        deepEqual([Math.round(scrollHeight), chains], [0, 'auto'], path);
      }
    });
});

test('number, sign and „copertă” of a narrow result are whole, beside its download, and hide nothing of it', async () => {
  const id = await fillBatch(client, 'Înguste', SAMPLES.slice(0, 3));
  const outputs = [{ kind: 'preset', preset: 'instagram-story' }];
  await client.call('PATCH', `/api/batches/${id}`, { body: { outputs } });
  await processBatch(client, id);
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/process/${id}`);
    await page.locator('.result-tile').nth(2).waitFor();
    for (const tile of await page.locator('.result-tile').all()) {
      const [label, download] = [tile.locator('[data-label]'), tile.getByRole('link')];
      await becomesApart({ label, download, picture: tile.getByRole('button') });
      const isCut = await label.evaluate((pill) => {
        const around = pill.closest('.result-tile')?.getBoundingClientRect();
        const parts = [pill, ...pill.children].map((part) => part.getBoundingClientRect());
        return parts.some(({ left, right }) => !around || left < around.left || right > around.right);
      });
      equal(isCut, false, `${width} px`);
    }
  }
});
