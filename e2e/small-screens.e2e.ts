import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from './find-browser.ts';
import { Fingers } from './finger.ts';
import { fillLot, visit } from './lots.ts';
import { isOnTop } from './page-checks.ts';
import { SAMPLES } from './photo-files.ts';
import { type RunningApp, startApp } from './start-app.ts';
import { becomes, openSection, type Person, press, sees } from './steps.ts';

/** The lot's page and the one for trying where there is little room. */
const LYING = [
  { width: 740, height: 360 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
];
/** 1280×1024 at 400 %. */
const ENLARGED = { width: 320, height: 256 };
const PHONES = [
  { width: 360, height: 640 },
  { width: 360, height: 780 },
  { width: 375, height: 553 },
  { width: 390, height: 664 },
  { width: 412, height: 915 },
];

let app: RunningApp;
let browser: Browser;
let person: Person;
let page: Page;
let fingers: Fingers;
let lotPath: string;

before(async () => {
  [app, browser] = await Promise.all([startApp({ LOG_LEVEL: 'warn' }), launchBrowser()]);
  const visitor = await visit(browser, app.url, 'mic@fotolot.example', 'phone');
  person = visitor.person;
  page = person.page;
  fingers = await Fingers.on(page);
  // One of them has a licence plate, about which the panel has something to say.
  lotPath = `/process/${await fillLot(visitor.client, 'Lot', SAMPLES)}`;
});
after(async () => {
  await browser?.close();
  await app?.stop();
});

const stage = () => page.getByRole('region', { name: 'Previzualizare' });
const start = () =>
  page.locator('.bench-start').getByRole('button').or(page.locator('.bench-start a')).first();

async function openBench(path: string, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(path);
  await stage().getByRole('img').first().waitFor();
  await page.getByRole('tab', { name: 'Lumină' }).waitFor();
  if (path === lotPath) await sees(page, 'Am găsit 1 număr.');
}

/** Which of them lie over each other, by more than the line between them. */
async function overlapping(parts: Readonly<Record<string, Locator>>): Promise<string[]> {
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, box: await part.boundingBox() })),
  );
  return boxes.flatMap(({ name, box }, at) =>
    boxes.slice(at + 1).flatMap(({ name: other, box: its }) => {
      ok(box && its, `${name} and ${other} are on the page`);
      const isApart =
        box.x + box.width <= its.x + 1 ||
        its.x + its.width <= box.x + 1 ||
        box.y + box.height <= its.y + 1 ||
        its.y + its.height <= box.y + 1;
      return isApart ? [] : [`${name} and ${other}`];
    }),
  );
}

/** Runs in the page: the middle and the corners of a button, and what else a finger would meet there. */
function inTheWay(button: Element): string[] {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  // Corners are round.
  const inset = 6;
  const points = [
    [x, y],
    [left + inset, top + inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
  ] as const;
  return points.flatMap((point) => {
    const met = document.elementFromPoint(...point);
    return button.contains(met) ? [] : [`${point}: ${met?.className ?? 'nothing'}`];
  });
}

describe('on a phone that lies, and at 400 % zoom', () => {
  for (const size of [...LYING, ENLARGED]) {
    const { width, height } = size;
    for (const what of ['the lot', 'the page for trying'] as const) {
      it(`${what} at ${width}×${height} has its parts under each other, and nothing lies over its button`, async () => {
        await openBench(what === 'the lot' ? lotPath : '/test-image', size);
        const parts = {
          'the stage': stage(),
          'the strip': page.getByRole('list', { name: /^(Fotografii, prima e coperta|Scene de probă)/ }),
          'the tabs': page.getByRole('tablist', { name: 'Rețeta și unde publici' }),
          'the panel': page.getByRole('tabpanel'),
          'the button': page.locator('.bench-start'),
          'the footer': page.locator('footer'),
        };
        deepEqual(await overlapping(parts), []);
        await start().scrollIntoViewIfNeeded();
        deepEqual(await start().evaluate(inTheWay), []);
      });
    }
  }
});

describe('on an upright phone', () => {
  for (const size of PHONES) {
    for (const from of ['the picture', 'the strip'] as const) {
      it(`at ${size.width}×${size.height} the raised panel leaves the stage free after a swipe over ${from}`, async () => {
        await openBench(lotPath, size);
        const strip = page.getByRole('list', { name: 'Fotografii, prima e coperta' });
        await fingers.drag(from === 'the picture' ? stage() : strip, { x: 0, y: -200 }, { x: 0.3, y: 0.4 });
        await openSection(person, 'Lumină', 'Lumină');
        await page.getByRole('button', { name: 'Micșorează panoul' }).waitFor();
        await becomes(() => page.evaluate(() => scrollY), 0);
        deepEqual(
          await overlapping({
            'the stage': stage(),
            'the panel': page.locator('.sheet'),
            'the button': page.locator('.bench-start'),
          }),
          [],
        );
        for (const name of ['Înapoi cu un pas', 'Mărește fotografia', 'Fotografia următoare'])
          ok(await page.getByRole('button', { name }).evaluate(isOnTop), name);
        deepEqual(await start().evaluate(inTheWay), []);
        await press(person, page.getByRole('button', { name: 'Micșorează panoul' }));
        await page.locator('footer').waitFor();
      });
    }
  }
});
