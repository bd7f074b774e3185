import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { PATIENCE } from '../../support/patience.ts';

/** The pages of the payment simulator as a person meets them, with a shop that only says what came back to it. */
const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'stand-ins', 'netopia', 'main.ts');
const WIDTHS = [
  { width: 1280, height: 860 },
  { width: 360, height: 740 },
];
const LIMIT_MS = 60_000 * PATIENCE;

interface Access {
  readonly url: string;
  readonly apiKey: string;
  readonly posSignature: string;
}

let program: ChildProcess;
let simulator: Access;
let shop: Server;
let shopUrl: string;
let browser: Browser;
/** The notifications the shop received: orders and statuses. */
const reported: string[] = [];

test.beforeAll(async ({ browser: own }) => {
  program = spawn(process.execPath, [PROGRAM], {
    env: { RETURN_SECONDS: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: program.stdout as NodeJS.ReadableStream }), 'line');
  simulator = JSON.parse(line);
  shop = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const { pathname } = new URL(request.url ?? '/', shopUrl);
    if (pathname === '/ipn') {
      const { payment, order } = JSON.parse(body);
      reported.push(`${order.orderID} ${payment.status}`);
      response.setHeader('content-type', 'application/json');
      return void response.end('{"errorType":0,"errorCode":0,"errorMessage":""}');
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="ro"><h1>Magazin</h1><p>${request.method} ${body ? 'cu răspuns' : 'fără răspuns'}</p>`,
    );
  });
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = own;
});

test.afterAll(async () => {
  await closeWindows(browser);
  shop?.closeAllConnections();
  shop?.close();
  if (program) {
    program.stdin?.end();
    if (program.exitCode === null) await once(program, 'exit');
  }
});

async function setFaults(faults: object): Promise<void> {
  await fetch(`${simulator.url}/__sim/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
}

let orders = 0;
/** Starts an order as a shop does; returns the provider's reply. */
async function startOrder() {
  orders += 1;
  const orderID = `ord_browser${orders}`;
  const billing = {
    email: 'ana@fotolot.example',
    phone: '0722000000',
    firstName: 'Ana',
    lastName: 'Pop',
    city: 'Cluj-Napoca',
    country: 642,
    countryName: 'Romania',
    state: 'Cluj',
    postalCode: '400038',
    details: 'Str. Horea 4',
  };
  const response = await fetch(`${simulator.url}/payment/card/start`, {
    method: 'POST',
    headers: { authorization: simulator.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      config: { notifyUrl: `${shopUrl}/ipn`, redirectUrl: `${shopUrl}/return/${orderID}`, language: 'ro' },
      payment: { options: { installments: 1, bonus: 0 }, instrument: { type: 'card' } },
      order: {
        posSignature: simulator.posSignature,
        dateTime: new Date().toISOString(),
        description: 'Starter 10: 10 credite Fotolot <b>„ăâîșț”</b>',
        orderID,
        amount: 149.9,
        currency: 'RON',
        billing,
      },
    }),
  });
  const { payment, customerAction } = await response.json();
  return { orderID, url: payment.paymentURL as string, customerAction };
}

/** A page whose own mistakes (refused by its policy, failed) are collected. */
async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ locale: 'ro-RO', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, problems };
}

const backInShop = (page: Page) => page.waitForURL(`${shopUrl}/return/**`, { timeout: LIMIT_MS });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test.describe('the payment simulator’s pages', () => {
  test('say MOD TEST, fit 360 px, satisfy axe in light and dark', async () => {
    const { page, problems } = await open();
    const { url } = await startOrder();
    const { url: looked } = await startOrder();
    await page.goto(looked);
    await press(page, /^Verificare antifraudă/);
    await page.getByText('Plata este verificată.').waitFor();
    const found: string[] = [];
    for (const [path, heading] of [
      [url, 'Simulator de plată'],
      [looked, 'Plată în verificare'],
      [url.replace('/ui/card', '/ui/3ds'), 'Confirmă plata la banca ta'],
    ] as const) {
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        await page.goto(path);
        await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
        equal(await page.getByText('MOD TEST – nu se încasează bani').count(), 1);
        found.push(...(await sidewaysScrollers(page)));
        for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
          await page.emulateMedia({ colorScheme });
          found.push(
            ...(await findingsInTheme(page, colorScheme)).map(
              (finding) => `${heading}, ${colorScheme}: ${finding}`,
            ),
          );
        }
      }
    }
    deepEqual([...found, ...problems], []);
    ok((await page.getByText('149,90').count()) > 0);
    ok((await page.getByText('<b>„ăâîșț”</b>').count()) > 0);
    await page.context().close();
  });

  test('take a good card without any script and return to the shop by themselves, after the shop was told', async () => {
    const { page, problems } = await open({ javaScriptEnabled: false });
    const { url, orderID } = await startOrder();
    await page.goto(url);
    await press(page, /^Plătește 149,90/);
    await backInShop(page);
    deepEqual(
      reported.filter((each) => each.startsWith(`${orderID} `)),
      [`${orderID} 3`],
    );
    equal(new URL(page.url()).searchParams.get('orderId'), orderID);
    deepEqual(problems, []);
    await page.context().close();
  });

  test('say why a card was declined and let one try another', async () => {
    const { page, problems } = await open();
    const { url, orderID } = await startOrder();
    await page.goto(url);
    await press(page, /^Fonduri insuficiente/);
    await page.getByRole('alert').getByText('Fonduri insuficiente. Poți încerca din nou.').waitFor();
    await press(page, /^Plată acceptată 9900004810225098/);
    await backInShop(page);
    deepEqual(
      reported.filter((each) => each.startsWith(`${orderID} `)),
      [`${orderID} 12`, `${orderID} 3`],
    );
    deepEqual(problems, []);
    await page.context().close();
  });

  test('ask for the bank’s code where the card does', async () => {
    const { page, problems } = await open();
    const { url, orderID } = await startOrder();
    await page.goto(url);
    await press(page, /^Cere codul 3-D Secure/);
    await press(page, 'Cod greșit');
    await page.getByRole('alert').getByText('Autentificarea 3-D Secure nu a reușit.').waitFor();
    await press(page, /^Cere codul 3-D Secure/);
    await page.getByLabel('Codul 3-D Secure').fill('000000');
    await press(page, 'Confirmă plata');
    await backInShop(page);
    equal(reported.at(-1), `${orderID} 3`);
    deepEqual(problems, []);
    await page.context().close();
  });

  test('let one give up and go back', async () => {
    const { page } = await open();
    const { url, orderID } = await startOrder();
    await page.goto(url);
    await page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backInShop(page);
    deepEqual(
      reported.filter((each) => each.startsWith(orderID)),
      [],
    );
    await page.context().close();
  });

  test('play the bank of a customer action: the shop’s form goes there, the answer comes back by POST', async () => {
    await setFaults({ start: '3ds-form' });
    const { customerAction } = await startOrder();
    await setFaults({});
    const { page, problems } = await open();
    const fields = Object.entries(customerAction.formData).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    await page.setContent(
      `<form method="post" action="${customerAction.url}">${fields.join('')}<button>Spre bancă</button></form>`,
    );
    await press(page, 'Spre bancă');
    await press(page, 'Confirmă plata');
    await backInShop(page);
    equal(await page.getByText('POST cu răspuns').count(), 1);
    deepEqual(problems, []);
    await page.context().close();
  });
});
