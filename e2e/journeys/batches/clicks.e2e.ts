import { equal } from 'node:assert/strict';
import { type Browser, test } from '@playwright/test';
import { rowOf, WAYS, walk } from '../../support/clicks.ts';
import { launchBrowser } from '../../support/find-browser.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';

test.describe('from the dashboard to the ZIP', () => {
  let app: RunningApp;
  let browser: Browser;
  test.beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  });
  test.afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  for (const way of WAYS.filter(({ photos, bytesPerSecond }) => photos === 3 && bytesPerSecond === null))
    test(`it takes four presses (${way.device})`, async () => {
      const walked = await walk(browser, app, way);
      equal(walked.clicks, 4);
      console.log(rowOf(walked));
    });
});
