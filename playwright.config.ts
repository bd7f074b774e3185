import { defineConfig } from '@playwright/test';
import { PATIENCE } from './e2e/support/patience.ts';

const WAIT_MS = 45_000 * PATIENCE;

// Playwright asks its workers for colours. What a journey starts would hear it too, and its output is compared.
if (process.env.TEST_WORKER_INDEX !== undefined) delete process.env.FORCE_COLOR;

/** The browser journeys: `npm test` runs them with its own reporter beside. Browsers are launched by e2e/support/find-browser.ts. */
export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '**/*.e2e.ts',
  // One file is one worker's, test after test; a journey waits for its server and its browser half of the time.
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // No test has a limit by the clock: what hangs is found by tools/runner/watch.ts.
  timeout: 0,
  expect: { timeout: WAIT_MS },
  outputDir: 'test-results',
  use: {
    // Pictures of the page all the time cost more than its states, from which the viewer draws it anyway.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
  },
});
