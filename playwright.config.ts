import { join } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { PATIENCE } from './e2e/support/patience.ts';

const WAIT_MS = 45_000 * PATIENCE;
const RUN = join(import.meta.dirname, 'e2e/support/run');
/** The run in JSON as well, for the runner, where Playwright is told the file. */
const JSON_TOO: ReporterDescription[] = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json']] : [];

// Workers draw what their runner drew: a file's tests are listed in both.
process.env.TEST_DRAW ??= String(Date.now());
// Playwright asks its workers for colours. What a journey starts would hear it too, and its output is compared.
if (process.env.TEST_WORKER_INDEX !== undefined) delete process.env.FORCE_COLOR;

/** The browser journeys. Browsers are launched by e2e/support/find-browser.ts. */
export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '**/*.e2e.ts',
  globalSetup: join(RUN, 'global-setup.ts'),
  reporter: [['list'], [join(RUN, 'retry-reporter.ts')], ...JSON_TOO],
  // One file is one worker's, test after test; a journey waits for its server and its browser half of the time.
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 1,
  // Far beyond every wait, and multiplied like them: a slow machine makes a run longer and not red, one that hangs ends.
  timeout: 20 * WAIT_MS,
  expect: { timeout: WAIT_MS },
  outputDir: 'test-results',
  use: {
    // Recording costs a good part of a run. Pictures of the page cost more than its states, from which the viewer draws it anyway.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: false },
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
  },
});
