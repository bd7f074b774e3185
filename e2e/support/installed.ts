import type { Page } from '@playwright/test';

/** Resolves once the service worker answers for the page. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      );
  });
}

/** For how many people this browser has stored its first screen; that happens a moment after it stands. */
export const countRemembered = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'fotolot');
    if (!isThere) return 0;
    return new Promise<number>((done) => {
      const opening = indexedDB.open('fotolot');
      opening.onsuccess = () => {
        const counting = opening.result.transaction('queries').objectStore('queries').count();
        counting.onsuccess = () => {
          opening.result.close();
          done(counting.result);
        };
      };
    });
  });
