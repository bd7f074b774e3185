/**
 * npm run pictures: takes README's pictures (docs/pictures) of the real page, built, on a server of its own with the sample photos, in the
 * browser that the journeys use; and notes what they were taken of, which pictures.test.ts compares.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { fillBatch, processBatch, visit } from '../../e2e/support/batches.ts';
import { launchBrowser } from '../../e2e/support/find-browser.ts';
import { SAMPLES } from '../../e2e/support/photo-files.ts';
import { startApp } from '../../e2e/support/start-app.ts';
import { hashSources, SOURCES_FILE } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCREEN = { width: 1280, height: 800 };
const QUALITY = 82;

const app = await startApp();
const browser = await launchBrowser();
try {
  const { person, client } = await visit(browser, app.url, { email: 'ana@fotolot.example' });
  const { page } = person;
  await page.setViewportSize(SCREEN);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const batchId = await fillBatch(client, 'Din casă', SAMPLES);
  await page.goto(`/process/${batchId}`);
  await page.getByRole('region', { name: 'Previzualizare' }).getByRole('img', { name: /^După/ }).waitFor();
  await takePicture(page, 'lot');
  await processBatch(client, batchId);
  await page.goto(`/process/${batchId}`);
  await takePicture(page, 'results');
} finally {
  await browser.close();
  await app.stop();
}
writeFileSync(SOURCES_FILE, `${JSON.stringify(hashSources(), null, 2)}\n`);

/** Waits until every picture in sight is there, then takes the page. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const picture = sharp(await page.screenshot({ animations: 'disabled' }));
  const { size } = await picture
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(`${ROOT}docs/pictures/${name}.webp`);
  console.log(name, size);
}
