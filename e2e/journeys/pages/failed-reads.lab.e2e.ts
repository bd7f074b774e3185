import type { Browser, BrowserContext, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { consentAtOlx, enter, fillBatch, processBatch, visit } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { backAt, buy, payWith } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, newPerson, type Person, sees, until } from '../../support/steps.ts';

/**
 * Everything that pages read: where it is read first, that its failure is said there, and that another try mends it. The test of the
 * architecture holds this list to what the pages call: a new read needs its row.
 */
const USER = 'citiri@fotolot.example';
const AGAIN = 'Încearcă din nou';
const WHY = 'Baza de date nu răspunde.';

let app: RunningApp;
let browser: Browser;
let client: ApiClient;
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
let cookies: Record<'user' | 'admin', Cookies>;
/** Ids that the addresses name. */
const ids = { draft: '', done: '', order: '', package: '', uid: '' };

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  const user = await visit(browser, app.url, { email: USER });
  client = user.client;
  ids.uid = (await client.call('GET', '/api/users/me')).body.uid;
  ids.done = await fillBatch(client, 'Ghete', SAMPLES.slice(0, 1));
  ids.draft = await fillBatch(client, 'Scaun', SAMPLES.slice(1, 2));
  await processBatch(client, ids.done);
  await user.person.page.goto('/settings#connections');
  await user.person.page.getByRole('button', { name: 'Leagă contul OLX' }).click();
  await consentAtOlx(user.person);
  await sees(user.person.page, 'Contul e legat.');
  await buy(user.person, 'Starter 10');
  await payWith(user.person.page, 'Plată acceptată');
  await backAt(user.person.page);
  ids.order = new URL(user.person.page.url()).searchParams.get('orderId') ?? '';
  await user.person.page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
  ids.package = (await client.call('GET', '/api/credit-packages')).body.packages[0].id;
  const admin = await newPerson(browser, app.url);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  cookies = { user: await user.person.context.cookies(), admin: await admin.context.cookies() };
  await user.person.context.close();
  await admin.context.close();
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

interface Row {
  /** The path of the route, as the contract has it. */
  readonly read: string;
  readonly at: () => string;
  /** Presses what makes the page read it. */
  readonly open?: (page: Page) => Promise<void>;
  /** Which one, where a page reads several of them. */
  readonly which?: string;
  /** Said in place of the server's reason. */
  readonly says?: string;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const draft = () => `/process/${ids.draft}`;
const done = () => `/process/${ids.done}`;
const settings = () => '/settings';

const OF_USERS: Row[] = [
  { read: '/api/presets', at: draft },
  { read: '/api/presets', at: () => '/test-image' },
  { read: '/api/recipes', at: draft },
  { read: '/api/recipes', at: settings },
  { read: '/api/brand-kit', at: draft },
  { read: '/api/brand-kit', at: settings },
  { read: '/api/shot-lists', at: settings },
  { read: '/api/keys', at: settings },
  { read: '/api/webhooks', at: settings },
  { read: '/api/adverts/connections', at: settings },
  { read: '/api/batches/{batchId}/page', at: done, open: press('Fă o pagină cu pozele') },
  { read: '/api/adverts/sendings', at: done, open: press('Pune pozele în anunț') },
  { read: '/api/adverts/connections/{connectionId}/adverts', at: done, open: press('Pune pozele în anunț') },
  {
    read: '/api/adverts/connections/{connectionId}/adverts/{advertId}',
    at: done,
    open: async (page) => {
      await press('Pune pozele în anunț')(page);
      await page.getByRole('list', { name: 'Anunțurile tale' }).getByRole('button').first().click();
    },
  },
  { read: '/api/photos', at: settings },
  { read: '/api/batches/{batchId}', at: draft },
  { read: '/api/batches/{batchId}', at: () => `/upload?lot=${ids.draft}` },
  { read: '/api/batches/{batchId}/phone-link', at: draft, open: press('De pe telefon') },
  {
    read: '/api/batches/{batchId}/result-link',
    at: () => `/process/${ids.done}`,
    open: press('Continuă pe telefon'),
  },
  { read: '/api/batches', at: () => '/dashboard' },
  { read: '/api/batches', at: () => '/upload' },
  { read: '/api/batches', at: () => '/gallery?view=lots' },
  { read: '/api/batches', at: () => '/gallery', open: press('Filtre') },
  { read: '/api/usage', at: () => '/dashboard' },
  { read: '/api/gallery', at: () => '/gallery' },
  { read: '/api/gallery/outputs', at: () => '/gallery', open: press('Filtre') },
  { read: '/api/plans', at: () => '/pricing' },
  { read: '/api/credit-packages', at: () => '/pricing' },
  { read: '/api/plans/{plan}/quote', at: () => '/pricing?buy=pro' },
  { read: '/api/users/me/billing', at: () => `/pricing?buy=${ids.package}` },
  { read: '/api/users/me/billing', at: settings },
  { read: '/api/operator', at: () => '/pricing', says: 'Datele vânzătorului nu s-au putut citi.' },
  { read: '/api/orders', at: settings },
  { read: '/api/orders/{orderId}', at: () => `/payments/netopia/return?orderId=${ids.order}` },
  { read: '/api/orders/{orderId}/refund', at: settings, open: press(/^Retrage-te din contract aici/) },
  { read: '/api/credit-purchases', at: settings },
  { read: '/api/credits/grants', at: settings },
  { read: '/api/credits/history', at: settings },
  { read: '/api/users/me/export', at: settings },
  { read: '/api/users/me/deletion', at: settings, open: press('Șterge contul') },
  { read: '/api/users/me/security', at: settings },
  { read: '/api/auth/token', at: () => '/debug-admin' },
];
const overview = (query = '') => `/admin/dashboard${query}`;
const account = (part = '') => `/admin/users/${ids.uid}${part}`;
const OF_ADMINS: Row[] = [
  { read: '/api/admin/overview', at: () => overview() },
  { read: '/api/admin/overview', at: () => overview('?parte=sistem') },
  { read: '/api/admin/installation', at: () => overview('?parte=sistem') },
  { read: '/api/admin/page-reports', at: () => overview('?parte=sistem') },
  { read: '/api/admin/orders', at: () => overview() },
  { read: '/api/admin/totals/orders', at: () => overview() },
  { read: '/api/admin/users', at: () => overview('?q=fotolot') },
  { read: '/api/admin/withdrawals', at: () => overview() },
  { read: '/api/admin/orders/{orderId}', at: () => overview(`?order=${ids.order}`) },
  { read: '/api/admin/users/{userId}/looks', at: () => account() },
  { read: '/api/admin/credit-packages', at: () => overview() },
  { read: '/api/admin/plans', at: () => overview('?parte=oferta') },
  { read: '/api/admin/presets', at: () => overview('?parte=oferta') },
  { read: '/api/admin/models', at: () => overview('?parte=sistem') },
  { read: '/api/admin/model', at: () => overview('?parte=sistem') },
  { read: '/api/admin/anaf', at: () => overview() },
  { read: '/api/admin/anaf', at: () => overview('?parte=facturi') },
  { read: '/api/admin/hand-ins', at: () => overview() },
  { read: '/api/admin/hand-ins', at: () => overview('?parte=facturi') },
  { read: '/api/admin/books', at: () => overview('?parte=facturi') },
  { read: '/api/admin/acts', at: () => overview('?parte=jurnal') },
  { read: '/api/admin/users', at: () => '/admin/users' },
  { read: '/api/admin/totals/users', at: () => '/admin/users' },
  { read: '/api/admin/users/{userId}', at: () => account() },
  { read: '/api/admin/users/{userId}/notes', at: () => account() },
  { read: '/api/admin/users/{userId}/sessions', at: () => account() },
  { read: '/api/admin/users/{userId}/ledger', at: () => account('?parte=bani') },
  { read: '/api/admin/users/{userId}/purchases', at: () => account('?parte=bani') },
  { read: '/api/admin/users/{userId}/lots', at: () => account('?parte=loturi') },
  { read: '/api/admin/analytics/{report}', which: 'credits', at: () => '/admin/analytics' },
];

const matchPath = ({ read, which = '[^/]+' }: Row) => {
  const path = new RegExp(`^${read.replace(/\{\w+\}/g, which)}$`);
  return (url: URL) => path.test(url.pathname);
};

/** Fails until the press: a part of the page that comes late reads again by itself and would mend it before. */
async function failUntilPressed(page: Page, isRead: (url: URL) => boolean): Promise<void> {
  await page.addInitScript((name) => {
    const notePress = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button')?.textContent === name)
        Object.assign(window, { pressed: true });
    };
    window.addEventListener('click', notePress, { capture: true });
  }, AGAIN);
  await page.route(isRead, async (route) =>
    route.request().method() === 'GET' && !(await page.evaluate('window.pressed'))
      ? route.fulfill({ status: 500, json: { code: 'http/internal', message: WHY, details: {} } })
      : route.fallback(),
  );
}

/** The read fails again and again, is said, and is there after one press. */
async function failsAloud({ page }: Person, row: Row): Promise<void> {
  const { at, open, says = WHY } = row;
  const isRead = matchPath(row);
  await page.clock.install();
  await failUntilPressed(page, isRead);
  await page.goto(at());
  await open?.(page);
  const again = page.getByRole('button', { name: AGAIN, exact: true });
  // Each is asked for three times before it counts as failed: the clock skips the seconds between.
  await until(
    async () => {
      await page.clock.fastForward(1_000);
      return again.first().isVisible();
    },
    (isSaid) => isSaid,
  );
  await sees(page.getByRole('alert'), new RegExp(says));
  const answered = page.waitForResponse((response) => isRead(new URL(response.url())) && response.ok());
  await again.first().click();
  await answered;
  await becomes(() => again.count(), 0);
}

function proveAll(who: 'user' | 'admin', rows: readonly Row[]): void {
  test.describe(`a read of ${who === 'user' ? 'a person' : 'an admin'} that fails first is said, and „${AGAIN}” mends it`, () => {
    for (const row of drawRows(rows, 6))
      test(`${row.read} at ${row.at().replace(/\/$|=$/, '')}`, async () => {
        const person = await newPerson(browser, app.url);
        await person.context.addCookies(cookies[who]);
        await failsAloud(person, row);
        await person.context.close();
      });
  });
}

proveAll('user', OF_USERS);
proveAll('admin', OF_ADMINS);
