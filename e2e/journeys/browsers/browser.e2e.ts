import assert from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { closeWindows, test } from '../../support/journey.ts';

test.describe('the browser of the journeys', () => {
  let browser: Browser;
  test.beforeAll(async ({ browser: own }) => {
    browser = own;
  });
  test.afterAll(() => closeWindows(browser));

  test('opens a page and reads Romanian letters', async () => {
    const page = await browser.newPage();
    await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent('<h1>ăâîșț</h1>')}`);
    assert.equal(await page.locator('h1').textContent(), 'ăâîșț');
  });

  test('runs scripts of today and draws', async () => {
    const page = await browser.newPage();
    await page.setContent('<canvas width="2" height="2"></canvas>');
    const pixel = await page.evaluate(() => {
      const context = document.querySelector('canvas')?.getContext('2d');
      if (!context) return [];
      context.fillStyle = '#0a141e';
      context.fillRect(0, 0, 2, 2);
      return [...context.getImageData(1, 1, 1, 1).data];
    });
    assert.deepEqual(pixel, [10, 20, 30, 255]);
  });
});
