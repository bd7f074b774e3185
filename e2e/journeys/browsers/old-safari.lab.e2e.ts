import { deepEqual, equal, match } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { leave, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  getPath,
  newPerson,
  openRecipe,
  openSection,
  type Person,
  pickPhotos,
  press,
  pressStart,
  register,
  seesAllArrived,
  signIn,
  signOut,
  watchProblems,
} from '../../support/steps.ts';
import { lackingIn } from './browser-support.ts';
import { usedInScripts, usedInStyles } from './used-in-build.ts';

/** Safari 16.4, where the iPhones 8 and X end. */
const SAFARIS = ['safari', 'safari_ios'] as const;
const BUILT = join(import.meta.dirname, '../../../dist/web');

/** Uses of features that are lacking there, each after a check that they exist. */
const ASKED_FOR = {
  // ours: dropped folders
  '.getAsFileSystemHandle()': 1,
  // ours: the screen stays awake while photos are sent
  'Navigator.prototype.wakeLock': 1,
  // ours: the still camera behind the live picture
  '.getPhotoCapabilities()': 1,
  '.takePhoto()': 1,
  // Base UI
  '.checkVisibility()': 1,
  // js-base64 in tus-js-client
  'Uint8Array.fromBase64': 1,
  // zip.js
  '.dispose()': 1,
  'Symbol.asyncDispose': 1,
  // React
  '.skipTransition()': 1,
  '.startViewTransition()': 1,
  'Navigator.prototype.connection': 2,
  navigation: 9,
  setImmediate: 1,
};
/** Without these the page looks a little plainer, and all is there. */
const PLAINER_WITHOUT = [
  'accent-color',
  // No Safari forces colours.
  'forced-color-adjust',
  'overflow-anchor',
  'overflow-clip-margin',
  'resize',
  'scrollbar-width',
  'text-wrap',
];

test.describe('the built files', () => {
  const read = (kind: string) =>
    globSync(`**/*.${kind}`, { cwd: BUILT }).map((path) => readFileSync(join(BUILT, path), 'utf8'));

  test('use nothing that Safari 16.4 lacks, unless they ask for it first', () => {
    const used = usedInScripts(read('js'), lackingIn(...SAFARIS));
    deepEqual(Object.fromEntries(used), ASKED_FOR);
  });

  test('need no style that Safari 16.4 lacks', () => {
    const used = new Set(read('css').flatMap((stylesheet) => [...usedInStyles(stylesheet, SAFARIS)]));
    deepEqual([...used].sort(), PLAINER_WITHOUT);
  });
});

test.describe('looking through scripts and styles', () => {
  const lacking = lackingIn(...SAFARIS);
  const found = (script: string) => [...usedInScripts([script], lacking).keys()];

  test('finds what came later: of a type, of what it makes, of an iterator, of the page, in a regular expression', () => {
    deepEqual(found('Map.groupBy(a, b)'), ['Map.groupBy']);
    deepEqual(found('a.symmetricDifference(b)'), ['.symmetricDifference()']);
    deepEqual(found('a.values().map(b)'), ['Iterator.prototype.map']);
    deepEqual(found('requestIdleCallback(a)'), ['requestIdleCallback']);
    deepEqual(found('navigator.connection.saveData ? /a/v : 0'), ['Navigator.prototype.connection', '/…/v']);
    deepEqual([...usedInStyles('@starting-style { a { color: light-dark(red, tan) } }', SAFARIS)].sort(), [
      '@starting-style',
      'light-dark()',
    ]);
  });

  test('passes over what is asked for first, what is there, and what only has the same name', () => {
    const fine = [
      'typeof requestIdleCallback',
      'a.checkVisibility?.()',
      'navigator.connection?.saveData',
      'new Map().get(a).toSorted()',
      'Response.prototype.json.call(a)',
      'Object.keys(a).map(b)',
      'const c = { union() {} }; c.union(a)',
      'const navigation = 1; navigation + 1',
    ];
    deepEqual(fine.flatMap(found), []);
    const styles = ['a { backdrop-filter: none; -webkit-backdrop-filter: none; color: oklch(0 0 0) }'];
    styles.push('@supports (animation-timeline: scroll()) { a { animation-timeline: scroll() } }');
    deepEqual(
      styles.flatMap((stylesheet) => [...usedInStyles(stylesheet, SAFARIS)]),
      [],
    );
  });
});

test.describe('a phone with Safari 16.4', () => {
  test.describe.configure({ mode: 'serial' });
  let app: RunningApp;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let problems: string[];
  test.beforeAll(async ({ shared }) => {
    ({ app, browser } = shared);
    person = await newPerson(browser, app.url, { device: 'phone' });
    page = person.page;
    problems = watchProblems(person);
    const { globals, members } = lackingIn('safari_ios');
    await person.context.addInitScript(forget, [[...globals], [...members]] as const);
  });
  test.afterAll(async ({ shared }) => {
    await leave(shared);
  });

  test('makes an account, adds photos and opens the recipe', async () => {
    await register(person, 'safari@fotolot.example');
    const left = await page.evaluate(() => [
      'groupBy' in Map,
      'union' in Set.prototype,
      'size' in URLSearchParams.prototype,
      'connection' in navigator,
    ]);
    deepEqual(left, [false, false, false, false], 'the browser itself has forgotten what came later');
    await press(person, page.getByRole('link', { name: 'Adaugă primele fotografii' }));
    await page.waitForURL('**/upload');
    await pickPhotos(person, SAMPLES.slice(0, 2));
    await seesAllArrived(page, 2);
    await openRecipe(person);
    await openSection(person, 'Unde publici');
    await press(person, page.getByRole('button', { name: /^eMAG principal cel mult 1500/ }));
  });

  test('opens and closes the parts of the recipe on a wide screen', async () => {
    const phone = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 860 });
    const row = page.getByRole('button', { name: /^Ajustări/ });
    for (const open of ['true', 'false']) {
      await row.click();
      equal(await row.getAttribute('aria-expanded'), open);
    }
    if (phone) await page.setViewportSize(phone);
  });

  test('processes them and compares a result, with what would still be refused beside it', async () => {
    await pressStart(person, 'Procesează 2 fotografii – 1 credit (rămân 2)');
    await page.getByRole('heading', { name: 'Gata de publicat' }).waitFor();
    await press(person, page.getByRole('button', { name: /^Compară 01, coperta/ }));
    await page.getByRole('dialog').getByRole('slider', { name: 'Compară înainte și după' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('finds them in the gallery, whose address says what was searched', async () => {
    await press(person, page.getByRole('link', { name: 'Înapoi la loturi' }));
    await press(person, page.getByRole('link', { name: 'Fotografii', exact: true }));
    await page.getByLabel('Caută după nume').fill('ca');
    await page.waitForURL('**/gallery?*');
    match(getPath(page), /q=ca/);
  });

  test('comes back to the page it was on after signing out and in', async () => {
    await signOut(person);
    await page.goto('/gallery');
    await page.waitForURL('**/login?*');
    await signIn(person, 'safari@fotolot.example');
    await page.waitForURL('**/gallery');
  });

  test('reports no error on the whole way', () => {
    deepEqual(problems, []);
  });
});

/** Runs in the page before its scripts: takes from the browser what an older one lacks. */
function forget([globals, members]: readonly [readonly string[], readonly string[]]): void {
  const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const member of members) {
    const [owner = '', ...rest] = member.split('.');
    const holder = rest.length === 1 ? all[owner] : all[owner]?.prototype;
    if (holder) Reflect.deleteProperty(holder, rest.at(-1) ?? '');
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
}
