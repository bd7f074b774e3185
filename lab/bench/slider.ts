import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { enter } from '../../e2e/support/batches.ts';
import { launchBrowser } from '../../e2e/support/find-browser.ts';
import { newPerson, openSection } from '../../e2e/support/steps.ts';
import { DEALER_EMAIL, type Dealer } from './dealer.ts';

/** From a slider's move to the picture that shows it, in milliseconds, in a real browser on a 12 MP photo. */
export interface Slider {
  pull(moves: number): Promise<number[]>;
  close(): Promise<void>;
}

/** The page of a batch of this photo, opened and at rest. */
export async function openSlider({ client, app }: Dealer, photoId: string): Promise<Slider> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { photoIds: [photoId] } });
  const browser = await launchBrowser();
  const person = await newPerson(browser, app.url);
  await enter(person, DEALER_EMAIL);
  const { page } = person;
  await page.goto(`/process/${batch.id}`);
  await page.getByRole('region', { name: 'Previzualizare' }).getByRole('img', { name: /^După/ }).waitFor();
  // Adjustments are closed at first.
  await openSection(person, 'Lumină');
  await wait(2000);
  return { pull: (moves) => pulls(page, moves), close: () => browser.close() };
}

/** Half of the moves follow each other as in a drag, half come after the picture has rested. */
async function pulls(page: Page, moves: number): Promise<number[]> {
  await page.evaluate(watchMoves);
  const slider = page.getByRole('slider', { name: 'Lumină', exact: true });
  await slider.focus();
  for (let n = 0; n < moves; n++) {
    // Never back over pictures that the page still keeps.
    await page.keyboard.press(
      (await slider.getAttribute('aria-valuetext')) === '100' ? 'Home' : 'ArrowRight',
    );
    await page.waitForFunction((count) => window.shownAfter?.length === count, n + 1, { timeout: 20_000 });
    await wait(n % 2 === 0 ? 40 : 700);
  }
  return page.evaluate(() => [...(window.shownAfter ?? [])]);
}

declare global {
  interface Window {
    shownAfter?: number[];
  }
}

/** Runs in the page: after each key, milliseconds until the first frame that shows another picture. */
function watchMoves(): void {
  const isWatched = window.shownAfter !== undefined;
  const times: number[] = [];
  window.shownAfter = times;
  if (isWatched) return;
  let pressedAt = 0;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
    },
    { capture: true },
  );
  const stage = document.querySelector('section[aria-label="Previzualizare"]') as HTMLElement;
  new MutationObserver((changes) => {
    if (
      pressedAt === 0 ||
      !changes.some(({ target }) => /^După/.test((target as Element).getAttribute('alt') ?? ''))
    )
      return;
    const since = pressedAt;
    pressedAt = 0;
    requestAnimationFrame(() => setTimeout(() => window.shownAfter?.push(performance.now() - since)));
  }).observe(stage, { subtree: true, attributes: true, attributeFilter: ['src'] });
}
