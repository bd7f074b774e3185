import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { formatRow, WAYS, walk } from '../../e2e/support/clicks.ts';
import { launchBrowser } from '../../e2e/support/find-browser.ts';
import { startApp } from '../../e2e/support/start-app.ts';

/** The table of clicks and seconds; the page must have been built. */
test('from the dashboard to the ZIP of 3, 8 and 30 photos it takes four presses, on any device and line', async () => {
  const [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  try {
    console.log('| way | clicks | start can be pressed | results |\n|---|---|---|---|');
    for (const way of WAYS) {
      const walked = await walk(browser, app, way);
      console.log(formatRow(walked));
      equal(walked.clicks, 4);
    }
  } finally {
    await browser.close();
    await app.stop();
  }
});
