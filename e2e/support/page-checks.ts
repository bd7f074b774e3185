import { deepEqual, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Locator, Page, Response } from '@playwright/test';
import axe from 'axe-core';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { drawRows } from '#testing/draws.ts';
import { becomes, sees } from './steps.ts';

/** Rules that have to hold on every page, whatever it shows. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The only rules that the colours of the theme decide. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's findings, one line each: rule, place, why. A target that a fixed bar half covers counts only if it is too small in the middle of
 * the screen, too: a person scrolls it there.
 */
export async function accessibilityFindings(
  page: Page,
  runOnly: axe.RunOptions['runOnly'] = TAGS,
): Promise<string[]> {
  await animationsEnd(page);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(options);
      const start = window.scrollY;
      for (const finding of violations.filter(({ id }) => id === 'target-size')) {
        const small: axe.NodeResult[] = [];
        for (const node of finding.nodes) {
          const target = document.querySelector(String(node.target));
          target?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const again = await inPage.run(node.target as string[], { runOnly: ['target-size'] });
          small.push(...again.violations.flatMap(({ nodes }) => nodes));
        }
        finding.nodes = small;
      }
      window.scrollTo({ top: start, behavior: 'instant' });
      return violations;
    },
    { runOnly, resultTypes: ['violations'], iframes: false } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Returns axe's findings in a theme: of all rules in the light, in the dark of those that its colours decide. */
export async function findingsInTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  return accessibilityFindings(page, colorScheme === 'light' ? TAGS : { type: 'rule', values: COLOURS });
}

/** Waits for colours to settle: half-way ones are in no theme, and an inherited one starts to change when its parent's already has. */
function animationsEnd(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        // One that scrolling drives never ends.
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    for (let left = running(); left.length > 0; left = running())
      await Promise.all(left.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Elements that can be pushed sideways though they hold the page; empty when everything fits the width. */
export function sidewaysScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY),
      )
      .filter(
        ({ clientHeight, clientWidth }) => clientWidth > innerWidth * 0.8 && clientHeight > innerHeight * 0.5,
      )
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, className, scrollWidth }) => `${tagName}.${className} is ${scrollWidth} px wide`),
  );
}

/** Light and dark, wide and narrow. */
export const LOOKS = [1280, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ size: { width, height: 860 }, theme })),
);

/** Each holds both widths and both themes, so that either of them looks at everything: a colour does not depend on the width. */
const PAIRS = [360, 1280].map((dark) =>
  LOOKS.filter(({ size, theme }) => (size.width === dark) === (theme === 'dark')),
);

/** Nothing for axe and nothing pushed sideways, in looks that are drawn. Leaves the page light and wide. */
export async function looksRight(page: Page, what: string): Promise<void> {
  for (const { size, theme } of drawRows(PAIRS, 1, 1).flatMap((pair) => drawRows(pair, 1))) {
    await page.setViewportSize(size);
    deepEqual(await sidewaysScrollers(page), [], `${what}, ${size.width} px`);
    deepEqual(await findingsInTheme(page, theme), [], `${what}, ${size.width} px, ${theme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });
}

/** Fetches of a page at rest begin 300 ms after it stands at the earliest. */
const RESTS_MS = 250;

/** The page as it stands has no accessibility finding and nothing that scrolls sideways, on a wide and a narrow screen, in both themes. */
export async function looksRightInAll(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const)
      deepEqual(await findingsInTheme(page, colorScheme), [], `${width} ${colorScheme}`);
    await becomes(() => sidewaysScrollers(page), []);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Bytes of scripts and styles, gzipped, that a page needs before it stands; the browser's cache is empty. On a slow machine more may
 * have come by the time of the count: what the page asked for after its heading stood is not counted.
 */
export async function firstLoadBytes(page: Page, path: string, stands: () => Promise<void>): Promise<number> {
  const parts: { askedAt: number; size: Promise<number> }[] = [];
  const weigh = (response: Response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    const size = response.body().then((body) => gzipSync(body).length);
    parts.push({ askedAt: response.request().timing().startTime, size });
  };
  await page.addInitScript(holdTimersUntilItStands, RESTS_MS);
  page.on('response', weigh);
  await page.goto(path);
  await stands();
  page.off('response', weigh);
  const stoodAt = await page.evaluate<number>('stoodAt');
  const sizes = await Promise.all(
    parts.filter(({ askedAt }) => askedAt < stoodAt + RESTS_MS).map(({ size }) => size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Runs in the page. What waits for the page to rest counts from when it is read; where an answer is slow, its time would be over before the
 * page stands.
 */
function holdTimersUntilItStands(restsMs: number): void {
  const { setTimeout: begin, clearTimeout: end } = window;
  const held = new Map<number, () => void>();
  const begun = new Map<number, number>();
  let [hasStood, last] = [false, 0];
  Object.assign(window, {
    setTimeout(run: () => void, ms = 0, ...given: unknown[]) {
      if (hasStood || ms < restsMs) return begin(run, ms, ...given);
      last -= 1;
      const id = last;
      held.set(id, () => begun.set(id, begin(run, ms, ...given)));
      return id;
    },
    clearTimeout(id: number) {
      held.delete(id);
      end(begun.get(id) ?? id);
    },
  });
  const watch = new MutationObserver(() => {
    if (!document.querySelector('h1')) return;
    hasStood = true;
    Object.assign(window, { stoodAt: Date.now() });
    for (const start of held.values()) start();
    watch.disconnect();
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** From now on: how often the page began to wait 100 ms, and how it scrolled. */
export async function watchScrolling(page: Page) {
  type Seen = { waits: number; scrolls: (string | undefined)[] };
  await page.evaluate(() => {
    const { scrollTo, setTimeout } = window;
    const seen: Seen = { waits: 0, scrolls: [] };
    Object.assign(window, {
      seen,
      scrollTo(...to: [ScrollToOptions]) {
        seen.scrolls.push(to[0].behavior);
        scrollTo(...to);
      },
      setTimeout(run: () => void, ms?: number) {
        if (ms === 100) seen.waits += 1;
        return setTimeout(run, ms);
      },
    });
  });
  return () => page.evaluate<Seen>('seen');
}

/** Nothing lies over the element's middle. */
export function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Waits until no two of them lie over each other by more than the line between them: pictures still arrive, and what is below them moves. */
export async function becomesApart(parts: Readonly<Record<string, Locator>>): Promise<void> {
  await becomes(() => findOverlaps(parts), []);
}

async function findOverlaps(parts: Readonly<Record<string, Locator>>): Promise<string[]> {
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => ({ name, box: await part.boundingBox() })),
  );
  return boxes.flatMap(({ name, box }, at) =>
    boxes.slice(at + 1).flatMap(({ name: other, box: its }) => {
      ok(box && its, `${name} and ${other} are on the page`);
      const isApart =
        box.x + box.width <= its.x + 1 ||
        its.x + its.width <= box.x + 1 ||
        box.y + box.height <= its.y + 1 ||
        its.y + its.height <= box.y + 1;
      return isApart ? [] : [`${name} and ${other}`];
    }),
  );
}

/** Runs in the page: the middle and the corners of a button, and what else a finger would meet there. */
export function inTheWay(button: Element): string[] {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  // Corners are round.
  const inset = 6;
  const points = [
    [x, y],
    [left + inset, top + inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
  ] as const;
  return points.flatMap((point) => {
    const met = document.elementFromPoint(...point);
    return button.contains(met) ? [] : [`${point}: ${met?.className ?? 'nothing'}`];
  });
}

/** Runs in the page: the words of an element's text that stand on more than one line. */
export function findBrokenWords({ firstChild: text }: Element): string[] {
  return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    if (text === null) return [];
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
}

/** Presses what begins a download while four others of this person are under way; the page says so. */
export async function seesDownloadRefused(page: Page, press: () => Promise<void>): Promise<void> {
  const code = 'http/too-many-downloads';
  const message = errorSentence(code);
  const json = { code, message, details: { retryAfter: 30 } };
  await page.route('**/api/downloads', (route) => route.fulfill({ status: 429, json }), { times: 1 });
  await press();
  await sees(page, message);
}
