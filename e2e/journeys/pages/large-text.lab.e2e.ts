import { ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { becomesApart, isOnTop } from '../../support/page-checks.ts';
import { renderPlate, SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';

/** One bar on a phone that lies, text twice as large, long names, and keys where a finger would do. */
const LYING = [
  { width: 740, height: 360 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
];

let app: RunningApp;
let browser: Browser;
let page: Page;
let client: ApiClient;
let batchPath: string;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  const visitor = await visit(browser, app.url, { email: 'mare@fotolot.example', device: 'phone' });
  client = visitor.client;
  page = visitor.person.page;
  const plate = await renderPlate();
  batchPath = `/process/${await fillBatch(client, 'Lot', [...SAMPLES, plate.path])}`;
  await plate.remove();
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const start = () => page.locator('.bench-start').getByRole('button').first();

async function openBench(size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(batchPath);
  await page.getByRole('slider', { name: 'Compară înainte și după' }).waitFor();
  await page.getByRole('button', { name: /^De verificat\s*1 număr/ }).waitFor();
}

test.describe('on a phone that lies', () => {
  for (const size of LYING)
    test(`at ${size.width}×${size.height} the lot has one bar, with the way back in it, and two fifths of the height are the picture’s`, async () => {
      await openBench(size);
      const parts = [
        page.getByRole('link', { name: 'Înapoi la loturi' }),
        page.getByRole('button', { name: 'Redenumește lotul' }),
        page.locator('.bench-head label'),
        page.getByRole('link', { name: /credit/ }).first(),
      ];
      for (const part of parts) ok(await part.evaluate(isOnTop), `${part}`);
      const view = await page.locator('.stage-view').boundingBox();
      ok(view && view.height > size.height * 0.4, `${view?.height}`);
    });
});

test.describe('with text twice as large', () => {
  for (const size of [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
    { width: 740, height: 360 },
  ])
    test(`at ${size.width}×${size.height} the lot’s name and its buttons lie beside each other, and the picture is seen`, async () => {
      await openBench(size);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const parts = {
        'the way back': page.getByRole('link', { name: 'Înapoi la loturi' }),
        'the name': page.locator('.bench-head h1'),
        'what renames it': page.getByRole('button', { name: 'Redenumește lotul' }),
        'what adds photos': page.locator('.bench-head label'),
        'the credits': page.locator('.top-bar a').filter({ visible: true }).last(),
      };
      await becomesApart(parts);
      for (const name of ['the way back', 'what renames it', 'what adds photos'] as const)
        ok(await parts[name].evaluate(isOnTop), name);
      const handle = await page.locator('.wipe-handle').boundingBox();
      const view = await page.locator('.stage-view').boundingBox();
      ok(handle && view && handle.height < view.height / 2, `${handle?.height} in ${view?.height}`);
      const bar = await page.locator('.bench-start').boundingBox();
      ok(bar && bar.height < Math.max(size.height * 0.3, 180), `${bar?.height}`);
      ok(await start().evaluate(isOnTop));
    });
});

test('Enter opens the file chooser on the upload page, as Space does', async () => {
  await page.goto('/upload');
  for (const key of ['Enter', 'Space']) {
    const chooser = page.waitForEvent('filechooser');
    await page.locator('main input[type=file]').first().focus();
    await page.keyboard.press(key);
    await chooser;
  }
});

test('a lot with a long name stays within the dashboard, and its end is read there', async () => {
  const name = `Vitrina cu ${'foarte'.repeat(4)} multe bibelouri de portelan din Cluj (2)`;
  await client.call('PATCH', batchPath.replace('/process/', '/api/batches/'), { body: { name } });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/dashboard');
  const title = page.getByText(name, { exact: true });
  await title.waitFor();
  const { right, cut } = await title.evaluate((text) => ({
    right: text.closest('a')?.getBoundingClientRect().right ?? Number.NaN,
    cut: text.scrollHeight - text.clientHeight + text.scrollWidth - text.clientWidth,
  }));
  ok(right <= 320, `${right}`);
  ok(cut <= 2, `${cut}`);
  await client.call('PATCH', batchPath.replace('/process/', '/api/batches/'), { body: { name: 'Lot' } });
});
