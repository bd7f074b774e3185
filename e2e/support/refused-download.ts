import type { Page } from '@playwright/test';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { sees } from './steps.ts';

/** Presses what begins a download while four others of this person are under way; the page says so. */
export async function seesDownloadRefused(page: Page, press: () => Promise<void>): Promise<void> {
  const code = 'http/too-many-downloads';
  const message = errorSentence(code);
  const json = { code, message, details: { retryAfter: 30 } };
  await page.route('**/api/downloads', (route) => route.fulfill({ status: 429, json }), { times: 1 });
  await press();
  await sees(page, message);
}
