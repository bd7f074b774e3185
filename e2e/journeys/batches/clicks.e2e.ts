import { equal } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { formatRow, WAYS, walk } from '../../support/clicks.ts';
import { leave, test } from '../../support/journey.ts';
import type { RunningApp } from '../../support/start-app.ts';

test.describe('from the dashboard to the ZIP', () => {
  let app: RunningApp;
  let browser: Browser;
  test.beforeAll(({ shared }) => {
    ({ app, browser } = shared);
  });
  test.afterAll(async ({ shared }) => {
    await leave(shared);
  });

  const ways = WAYS.filter(({ photos, bytesPerSecond }) => photos === 3 && bytesPerSecond === null);
  for (const way of drawRows(ways, 1))
    test(`it takes four presses (${way.device})`, async () => {
      const walked = await walk(browser, app, way);
      equal(walked.clicks, 4);
      console.log(formatRow(walked));
    });
});
