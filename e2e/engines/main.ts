import { startApp } from '../support/start-app.ts';
import { coreJourney } from './core-journey.ts';
import type { OpenEngine } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

/**
 * npm run engines: the core journey in Firefox and WebKitGTK, as Debian ships them (firefox-esr; webkit2gtk-driver and xvfb). One that is missing is
 * said and passed over. The last line is „N passed, N failed”.
 */
const ENGINES: readonly (readonly [name: string, packages: string, open: OpenEngine])[] = [
  ['Firefox', 'firefox-esr', openFirefox],
  ['WebKitGTK', 'webkit2gtk-driver and xvfb', openWebKit],
];
const LEAST_ZIP_BYTES = 10_000;

async function tryEngine(open: OpenEngine, url: string, email: string): Promise<string | null> {
  const engine = await open();
  if (engine === null) return null;
  try {
    const began = Date.now();
    const bytes = await coreJourney(engine, url, email);
    if (bytes < LEAST_ZIP_BYTES) throw new Error(`a ZIP of ${bytes} bytes`);
    const problems = await engine.problems();
    if (problems.length > 0) throw new Error(`errors in the page: ${problems.join(' · ')}`);
    return `a ZIP of ${bytes} bytes after ${((Date.now() - began) / 1000).toFixed(1)} s`;
  } finally {
    await engine.close();
  }
}

const app = await startApp();
let passed = 0;
let failed = 0;
for (const [name, packages, open] of ENGINES) {
  try {
    const outcome = await tryEngine(open, app.url, `${name.toLowerCase()}@fotolot.example`);
    if (outcome === null) console.log(`– ${name}: skipped, ${packages} is not installed`);
    else {
      passed += 1;
      console.log(`✔ ${name}: ${outcome}`);
    }
  } catch (error) {
    failed += 1;
    console.log(`✖ ${name}: ${error instanceof Error ? error.message : error}`);
  }
}
await app.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
