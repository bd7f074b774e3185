import { findBrowser } from '../../e2e/support/find-browser.ts';
import { runProgram } from './run-tests.ts';

const VITE = 'node_modules/vite/bin/vite.js';

/**
 * Builds the page, and finds a browser here, so that two processes do not unpack or install the same one at once. For what starts servers and
 * browsers and is no journey: those are prepared by e2e/support/run/global-setup.ts.
 */
export async function preparePage(): Promise<void> {
  const problem = await runProgram([VITE, 'build', '--logLevel', 'warn'], { env: {}, hangMs: 600_000 });
  if (problem) throw new Error(`The page could not be built: ${problem}.`);
  await findBrowser();
}
