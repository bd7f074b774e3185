import { deepEqual } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { ApiClient } from '../../support/api-client.ts';
import { enter, fillBatch, processBatch, readBatch } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import {
  accessibilityFindings,
  findingsInTheme,
  firstLoadBytes,
  LOOKS,
  sidewaysScrollers,
} from '../../support/page-checks.ts';
import { EMPTY_JPG, SAMPLES, TEXT_AS_JPG } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  fillAccount,
  getPath,
  newPerson,
  PASSWORD,
  type Person,
  pickPhotos,
  sees,
  seesBalance,
  uploadRow,
  watchProblems,
} from '../../support/steps.ts';

const USER = 'pagini@fotolot.example';
/** Asking for a batch that is not there is answered with 404, which browsers write down. */
const UNKNOWN = 'lot_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const [WIDE, NARROW] = [1280, 360];

let app: RunningApp;
let browser: Browser;
let client: ApiClient;
/** Batches of the signed-in person: with results, and not yet started; and who that is. */
let [done, draft, uid] = ['', '', ''];

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', {
    body: { email: USER, password: PASSWORD, displayName: 'Ana' },
  });
  uid = (await client.call('GET', '/api/users/me')).body.uid;
  done = await fillBatch(client, 'Ghete aproape noi', SAMPLES.slice(0, 3));
  draft = await fillBatch(client, 'Scaun', SAMPLES.slice(3, 5));
  await processBatch(client, done);
  // On a slow machine the run takes minutes, and the first page that is opened would announce its end.
  const { run } = await readBatch(client, done);
  await client.call('POST', `/api/batches/${done}/runs/${run.id}/seen`);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

interface Visited {
  readonly path: string;
  /** The heading by which one knows that the page stands. */
  readonly heading: string | RegExp;
}

const SIGNED_OUT: Visited[] = [
  { path: '/login', heading: 'Intră în cont.' },
  { path: '/register', heading: 'Din telefon, gata de publicat.' },
  { path: '/pricing', heading: /^Un credit, un lot/ },
  { path: '/nu-exista', heading: 'Aici nu e nicio poză' },
];
const SIGNED_IN = (): Visited[] => [
  { path: '/upload', heading: 'Lot nou' },
  { path: '/gallery', heading: 'Galerie' },
  { path: '/gallery?view=lots', heading: 'Loturi' },
  { path: '/gallery?view=trash', heading: 'Coș' },
  { path: '/dashboard', heading: 'Bună, Ana' },
  { path: '/settings', heading: 'Setări' },
  { path: '/test-image', heading: 'Probează o poză' },
  { path: '/debug-admin', heading: 'Drepturile contului' },
  { path: `/process/${draft}`, heading: 'Scaun' },
  { path: `/process/${done}`, heading: 'Ghete aproape noi' },
  { path: `/process/${UNKNOWN}`, heading: 'Nu am găsit lotul' },
  { path: '/payments/netopia/return', heading: 'Nicio plată în curs' },
  { path: '/pricing', heading: /^Un credit, un lot/ },
];
const ADMINS = (): Visited[] => [
  { path: '/admin/dashboard', heading: 'Privire de ansamblu' },
  { path: '/admin/users', heading: 'Utilizatori' },
  { path: `/admin/users/${uid}`, heading: USER },
  { path: '/admin/analytics', heading: 'Statistici' },
];

const stands = async (page: Page, heading: string | RegExp) => {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('load');
};

/** Light and dark, wide and narrow. */
async function checkLooks(page: Page, what: string, widths = [WIDE, NARROW]): Promise<string[]> {
  const found: string[] = [];
  const looks = LOOKS.filter(({ size }) => widths.includes(size.width));
  for (const { size, theme } of drawRows(looks, 1)) {
    await page.setViewportSize(size);
    const findings = await findingsInTheme(page, theme);
    found.push(...findings.map((finding) => `${what}, ${size.width} px, ${theme}: ${finding}`));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await becomes(() => sidewaysScrollers(page), []);
  await page.setViewportSize({ width: WIDE, height: 860 });
  return found;
}

function proveAll(who: string, pages: () => Visited[], account?: { email: string; password?: string }): void {
  test.describe(`the pages of ${who}`, () => {
    let person: Person;
    let problems: string[];
    test.beforeAll(async () => {
      person = await newPerson(browser, app.url);
      if (account) await enter(person, account.email, account.password);
      problems = watchProblems(person);
    });
    test.afterAll(() => person?.context.close());

    test('are accessible in light and dark, wide and narrow, and never scroll sideways', async () => {
      const found: string[] = [];
      const all = pages();
      for (const { path, heading } of drawRows(all, Math.ceil(all.length / 2))) {
        await person.page.goto(path);
        await stands(person.page, heading);
        found.push(...(await checkLooks(person.page, path)));
        // A page that is as it should be has nothing to say over itself.
        const messages = await person.page.locator('.toast').allInnerTexts();
        found.push(...messages.map((message) => `${path} says ${message}`));
      }
      deepEqual(found, []);
    });

    test('break no rule of their own content security policy and report no error', () => {
      deepEqual(
        problems.filter((problem) => !problem.includes(UNKNOWN)),
        [],
      );
    });
  });
}

proveAll('a signed-out visitor', () => SIGNED_OUT);
proveAll('a signed-in person', SIGNED_IN, { email: USER });
proveAll('an admin', ADMINS, { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });

test.describe('what opens over a page', () => {
  let person: Person;
  let page: Page;
  test.beforeAll(async () => {
    person = await newPerson(browser, app.url);
    page = person.page;
    await enter(person, USER);
  });
  test.afterAll(() => person?.context.close());
  /** Looks while it is open; one width is enough where the page below was looked at in both. */
  const look = async (what: string, widths = [WIDE]) => {
    deepEqual(await checkLooks(page, what, widths), []);
  };

  test('is accessible: the account menu', async () => {
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: /^Bună/ }).waitFor();
    await page.getByRole('button', { name: /contul tău$/ }).click();
    await page.getByRole('button', { name: 'Ieși din cont' }).waitFor();
    await look('account menu', [WIDE, NARROW]);
  });

  test('is accessible: chosen photos in the tray, one photo large, the message after throwing it away', async () => {
    await page.goto('/gallery');
    const photo = page.getByRole('option', { name: /^chair/ });
    await photo.click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('region', { name: 'Fotografii alese' }).waitFor();
    await look('tray', [WIDE, NARROW]);
    await page.getByRole('button', { name: 'Renunță la selecție' }).click();
    await photo.click();
    const dialog = page.getByRole('dialog', { name: 'chair.jpg' });
    await dialog.waitFor();
    await look('viewer', [WIDE, NARROW]);
    await dialog.getByRole('button', { name: 'Mută în coș' }).click();
    await sees(page, '1 fotografie mutată în coș');
    await look('message');
    await page.goto('/gallery?view=trash');
    await page.getByRole('option', { name: /^chair/ }).click({ modifiers: ['ControlOrMeta'] });
    await look('trash tray');
    await page.getByRole('button', { name: 'Pune-o la loc' }).click();
    await sees(page, 'Coșul e gol');
    await look('empty trash');
  });

  test('is accessible: a result beside its original', async () => {
    await page.goto(`/process/${done}`);
    await page.getByRole('button', { name: /^Compară 02/ }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'După' }).waitFor();
    await look('compare', [WIDE, NARROW]);
  });

  test('is accessible: every part of the recipe, beside the stage and under it', async () => {
    await page.goto(`/process/${draft}`);
    for (const name of [/^Ajustări/, /^Încadrare/, /^Filigran/])
      await page.getByRole('button', { name }).click();
    await page.getByRole('switch', { name: 'Pune filigran pe fotografii' }).click();
    await page.getByLabel('Ce scrie').fill('Auto Ionescu');
    await page.getByRole('button', { name: /^eMAG principal/ }).click();
    await page.getByRole('button', { name: /^Alt format/ }).click();
    await look('recipe rows');
    await page.setViewportSize({ width: NARROW, height: 740 });
    for (const row of ['Lumină', 'Fundal', 'Număr', 'Rețetă', 'De verificat', 'Unde publici']) {
      await page.getByRole('button', { name: new RegExp(`^${row}`), expanded: false }).click();
      await look(`recipe row ${row}`, [NARROW]);
      await page.setViewportSize({ width: NARROW, height: 740 });
    }
  });

  test('is accessible: a batch in work and the question before it is stopped', async () => {
    const batch = await readBatch(client, done);
    const [first, second] = batch.photoIds;
    const photos = {
      ...batch.run.photos,
      [first]: { state: 'done', error: null },
      [second]: { state: 'working', error: null },
      [batch.photoIds[2]]: { state: 'waiting', error: null },
    };
    const inWork = {
      ...batch,
      state: 'running',
      run: { ...batch.run, state: 'running', finishedAt: null, photos },
    };
    await page.route(`**/api/batches/${done}`, (route) => route.fulfill({ json: inWork }));
    await page.goto(`/process/${done}`);
    await page.getByRole('list', { name: 'Fotografiile procesării' }).waitFor();
    await look('lot in work', [WIDE, NARROW]);
    await page.getByRole('button', { name: 'Oprește', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('question');
    await page.unrouteAll();
  });

  test('is accessible: files on their way, refused and copied', async () => {
    await page.goto('/upload');
    await pickPhotos(person, [SAMPLES[0] as string, TEXT_AS_JPG, EMPTY_JPG]);
    await sees(uploadRow(page, EMPTY_JPG.name), 'Fișierul este gol.');
    await sees(uploadRow(page, TEXT_AS_JPG.name), /^Fișierul nu este o fotografie/);
    await sees(page, 'ai deja această fotografie, o folosim pe ea');
    await look('upload with refusals', [WIDE, NARROW]);
  });

  test('is accessible: no connection, no credits, a refused form, a page for admins only', async () => {
    await page.route('**/api/auth/session', async (route) => {
      const { user } = await (await route.fetch()).json();
      const broke = { ...user, rev: user.rev + 1000, credits: { totalCredits: 0 } };
      await route.fulfill({ json: { user: broke } });
    });
    await page.goto('/settings');
    await page.getByRole('alertdialog', { name: 'Nu mai ai credite' }).waitFor();
    await look('no credits', [WIDE, NARROW]);
    await page.unrouteAll();
    await page.reload();
    await seesBalance(page, '2 credite');
    // A section that is not there yet when the connection goes is an error, which reloads the page later.
    await page.getByRole('heading', { level: 1, name: 'Setări' }).waitFor();
    await becomes(() => page.locator('.skeleton').count(), 0);
    await person.context.setOffline(true);
    await sees(page, /^Fără legătură cu serverul/);
    await look('no connection');
    await person.context.setOffline(false);
    await page.getByText(/^Fără legătură cu serverul/).waitFor({ state: 'hidden' });
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: /^Acces interzis/ }).waitFor();
    deepEqual(await accessibilityFindings(page), []);
    await page.waitForURL('**/dashboard');
    await person.context.clearCookies();
    await page.goto('/login');
    await fillAccount(page, 'ana@', 'x');
    await page.getByRole('button', { name: 'Intră în cont', exact: true }).click();
    await sees(page, 'Adresa de email nu este scrisă corect.');
    await look('refused form', [WIDE, NARROW]);
  });
});

/** Pages with tools to work on a picture, the one that sends photos, and admins' own; every other page is light. */
const getBudget = (path: string) => {
  if (/^\/(process|test-image)/.test(path)) return 242_000;
  if (path.startsWith('/upload')) return 172_000;
  return path.startsWith('/admin') ? 170_000 : 165_000;
};

/** The guard waits 3 s for the answer about the session, from a moment after it was asked for. */
const LATE_MS = 2000;

/**
 * Weighs a page's first load. Where the answer about the session is late, the guard leads over the sign-in, whose parts are not the page's:
 * such a visit is made once more.
 */
async function weighVisit(
  { path, heading }: Visited,
  email: string | null,
  password?: string,
): Promise<number> {
  for (;;) {
    const person = await newPerson(browser, app.url);
    const { page, context } = person;
    if (email !== null) await enter(person, email, password);
    const visited: string[] = [];
    page.on('framenavigated', () => visited.push(getPath(page)));
    let answerMs = 0;
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/api/auth/session')) answerMs = request.timing().responseEnd;
    });
    const bytes = await firstLoadBytes(page, path, () => stands(page, heading));
    await context.close();
    const isLed = email !== null && visited.some((at) => at.startsWith('/login'));
    if (!isLed || answerMs < LATE_MS) return bytes;
  }
}

test.describe('the first load of a page', () => {
  test('takes at most 165 kB of scripts and styles, of an admin 170 kB, where photos are sent 172 kB, where a picture is worked on 242 kB', async () => {
    const over: string[] = [];
    const measure = async (visited: readonly Visited[], email: string | null, password?: string) => {
      for (const visit of drawRows(visited, Math.ceil(visited.length / 2))) {
        const { path } = visit;
        const bytes = await weighVisit(visit, email, password);
        console.log(`${email ?? 'signed out'} ${path}: ${(bytes / 1000).toFixed(1)} kB`);
        if (bytes > getBudget(path)) over.push(`${path}: ${bytes} bytes`);
      }
    };
    await measure(SIGNED_OUT, null);
    await measure(SIGNED_IN(), USER);
    await measure(ADMINS().slice(0, 1), ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    deepEqual(over, []);
  });
});
