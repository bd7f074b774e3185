import { deepEqual, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { PATIENCE } from './patience.ts';

/** Steps of people in the product, by the words and roles they meet. */
export type FileToPick = string | { name: string; mimeType: string; buffer: Buffer };

export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly onPhone: boolean;
}

export const PASSWORD = 'drumul spre Cluj';
const PATIENCE_MS = 45_000 * PATIENCE;
const ROMANIAN = { locale: 'ro-RO', timezoneId: 'Europe/Bucharest' } as const;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, ...ROMANIAN };
const DESK = { viewport: { width: 1280, height: 860 }, ...ROMANIAN };

/**
 * A person with a browser of their own: no cookie, no cache. A service worker would answer before a journey can play the network:
 * only those about it allow one.
 */
export async function newPerson(
  browser: Browser,
  baseURL: string,
  {
    device = 'desk',
    serviceWorkers = 'block',
  }: { device?: 'phone' | 'desk'; serviceWorkers?: 'allow' | 'block' } = {},
): Promise<Person> {
  const screen = device === 'phone' ? PHONE : DESK;
  const context = await browser.newContext({ baseURL, serviceWorkers, ...screen });
  context.setDefaultTimeout(PATIENCE_MS);
  return { context, page: await context.newPage(), onPhone: device === 'phone' };
}

export async function press({ onPhone }: Person, target: Locator): Promise<void> {
  await (onPhone ? target.tap() : target.click());
}

/** Asks again until the answer is this one; in the end the difference is the failure. */
export async function becomes<T>(ask: () => Promise<T>, expected: T): Promise<void> {
  const wanted = JSON.stringify(expected);
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(50)) {
    if (JSON.stringify(await ask()) === wanted) return;
  }
  deepEqual(await ask(), expected);
}

/** Asks again until the answer passes. */
export async function until<T>(ask: () => Promise<T>, passes: (answer: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(50)) {
    const answer = await ask();
    if (passes(answer)) return answer;
    ok(Date.now() < deadline, `still ${JSON.stringify(answer)}`);
  }
}

export async function sees(page: Page | Locator, text: string | RegExp): Promise<void> {
  await page
    .getByText(text, { exact: typeof text === 'string' })
    .first()
    .waitFor();
}

/** The path, query and hash that the address bar shows. */
export function getPath(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

/** Returns what a screen reader adds to a field: its hint or its error. */
export function readDescription(field: Locator): Promise<string> {
  return field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
  );
}

export async function fillAccount(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Parolă', { exact: true }).fill(password);
}

export async function register(person: Person, email: string): Promise<void> {
  const { page } = person;
  await page.goto('/register');
  await fillAccount(page, email);
  await press(person, page.getByRole('button', { name: 'Creează cont', exact: true }));
  await page.waitForURL('**/dashboard');
}

export async function signIn(person: Person, email: string, password = PASSWORD): Promise<void> {
  const { page } = person;
  await fillAccount(page, email, password);
  await press(person, page.getByRole('button', { name: 'Intră în cont', exact: true }));
}

export async function signOut(person: Person): Promise<void> {
  const { page } = person;
  await press(person, page.getByRole('button', { name: /contul tău$/ }));
  // The settings have such a button at their end, too.
  await press(person, page.getByRole('banner').getByRole('button', { name: 'Ieși din cont' }));
  await page.waitForURL('**/login');
}

/** The balance as the bar at the top says it: „3 credite”. */
export async function seesBalance(page: Page, balance: string): Promise<void> {
  const bar = page.getByRole('banner');
  await bar.getByText(balance, { exact: true }).waitFor();
}

export async function pickPhotos(person: Person, files: readonly FileToPick[]): Promise<void> {
  const { page } = person;
  const chooser = page.waitForEvent('filechooser');
  await press(person, page.getByRole('main').getByText('Adaugă fotografii', { exact: true }));
  const paths = files.filter((file) => typeof file === 'string');
  // A file chooser takes either paths or contents.
  await (await chooser).setFiles(
    paths.length === files.length ? paths : await Promise.all(files.map(readContent)),
  );
}

async function readContent(file: FileToPick): Promise<Exclude<FileToPick, string>> {
  if (typeof file !== 'string') return file;
  const mimeType = file.endsWith('.heic') ? 'image/heic' : 'image/jpeg';
  return { name: basename(file), mimeType, buffer: await readFile(file) };
}

/** The row of one file on /upload. */
export function uploadRow(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Fotografiile lotului' })
    .getByRole('listitem')
    .filter({ hasText: name });
}

/** All of them are on the server and ready to be processed. */
export async function seesAllArrived(page: Page, photos: number): Promise<void> {
  await sees(page, photos === 1 ? '1 din 1 trimisă' : `${photos} din ${photos} trimise`);
  await becomes(() => page.getByLabel('trimisă', { exact: true }).count(), photos);
}

export async function openRecipe(person: Person): Promise<void> {
  await press(person, person.page.getByRole('link', { name: /^Alege rețeta/ }));
  await person.page.waitForURL('**/process/*');
}

/** Opens a row of the panel, or one of the adjustments within theirs; beside the stage the outputs and recipes stand open. */
export async function openSection(person: Person, name: string): Promise<void> {
  const { page, onPhone } = person;
  const row = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}`), expanded: false });
  const isDecision = ['Unde publici', 'Rețetă'].includes(name);
  if (isDecision && !onPhone) return;
  if (!isDecision && name !== 'De verificat') {
    const adjustments = page.getByRole('button', { name: /^Ajustări/ });
    await adjustments.waitFor();
    if ((await adjustments.getAttribute('aria-expanded')) === 'false') await press(person, adjustments);
    const part = page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .and(page.locator('[aria-expanded]'));
    await part.waitFor();
    if ((await part.getAttribute('aria-expanded')) === 'true') return;
  }
  await press(person, row(name));
}

/** On a phone: closes whatever row is open, so that the strip comes back. */
export async function closeRows({ page }: Person): Promise<void> {
  for (const row of await page.locator('.panel-row:not(.panel-row-inner) > .panel-row-head').all()) {
    const open = row.getByRole('button', { expanded: true });
    if (await open.count()) await open.tap();
  }
}

/** The batch's photos by name, in the order of the strip. */
export function stripOrder(page: Page): Promise<string[]> {
  return page
    .getByRole('list', { name: 'Fotografii, prima e coperta' })
    .getByRole('button')
    .evaluateAll((frames) =>
      frames.map((frame) => (frame.getAttribute('aria-label') ?? '').replace('Coperta: ', '')),
    );
}

/** Where plates were found, the question that takes the button's place is answered with no. */
export async function pressStart(person: Person, label: string | RegExp): Promise<void> {
  const start = person.page.getByRole('button', { name: label, exact: true });
  await press(person, start);
  await start.waitFor({ state: 'hidden' });
  const without = person.page.getByRole('button', { name: 'Pornește fără', exact: true });
  if (await without.isVisible()) await press(person, without);
}

/** Holds a toast by the pointer, so that it stays while something else is looked at; returns its button. */
export async function keepToast(page: Page, action: string): Promise<Locator> {
  const button = page.getByRole('button', { name: action });
  await button.hover();
  return button;
}

/** The frames of the processing that are lit. */
export function litFrames(page: Page): Promise<number> {
  return page
    .getByRole('list', { name: 'Fotografiile procesării' })
    .getByRole('listitem')
    .filter({ hasText: 'gata' })
    .count();
}

/** Collects errors that the page does not show: of scripts, policies and requests. */
export function watchProblems({ context }: Person): string[] {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser itself notes every 401, the server's reply without a session or to a wrong password.
    if (/status of 401/.test(message.text())) return;
    // And that the address in its bar has no page, which the page says too.
    if (/status of 404/.test(message.text()) && message.location().url === message.page()?.url()) return;
    // The trace looks into pictures that a page made, which its policy forbids; a page that needed it would not go on.
    if (/^Connecting to 'blob:.* "connect-src 'self'"/.test(message.text())) return;
    problems.push(`${getPath(message.page() as Page)}: ${message.text()} ${message.location().url}`);
  });
  return problems;
}
