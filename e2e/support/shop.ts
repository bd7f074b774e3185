import { equal } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { type RunningApp, startApp } from './start-app.ts';
import { type Person, press } from './steps.ts';

/** Buying as a person does it, and the control desk of the provider's stand-in. */
export const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
/** The record of a seller who pays VAT. */
export const SELLER = {
  OPERATOR_NAME: 'Poze de Probă SRL',
  OPERATOR_CUI: 'RO14399840',
  OPERATOR_TRADE_REGISTER: 'J12/345/2026',
  OPERATOR_STREET: 'Str. Horea 4',
  OPERATOR_CITY: 'Cluj-Napoca',
  OPERATOR_COUNTY: 'CJ',
  OPERATOR_POSTAL_CODE: '400174',
  OPERATOR_CAPITAL: '200',
  OPERATOR_PHONE: '0722 000 000',
  OPERATOR_EMAIL: 'salut@fotolot.example',
  OPERATOR_VAT: 'payer',
};
const GOOD_CARD = '9900004810225098';
export const ORDER = 'Comandă cu obligație de plată';

export async function openSheet(person: Person, name: string): Promise<Locator> {
  const { page } = person;
  await press(person, page.getByRole('button', { name: `Cumpără ${name}`, exact: true }));
  await sheet(page, name).getByLabel('Prenume').waitFor();
  return sheet(page, name);
}

export async function fillBilling(form: Locator): Promise<void> {
  await form.getByLabel('Prenume').fill('Ștefania');
  await form.getByLabel('Nume', { exact: true }).fill('Țurcanu');
  await form.getByLabel('Stradă și număr').fill('Str. Horea 4');
  await form.getByLabel('Județ').selectOption({ label: 'Cluj' });
  await form.getByLabel('Localitate').fill('Cluj-Napoca');
}

export async function tickBoth(form: Locator): Promise<void> {
  for (const box of await form.getByRole('checkbox').all()) await box.check();
}

/** From the open sheet to the provider's page. */
export async function order(person: Person, form: Locator): Promise<void> {
  await tickBoth(form);
  await press(person, form.getByRole('button', { name: ORDER }));
  await person.page.getByRole('heading', { name: 'Simulator de plată' }).waitFor();
}

/** Chooses, fills in, agrees, and stands before the provider's page. */
export async function buy(person: Person, name: string): Promise<void> {
  await person.page.goto('/pricing#packages');
  const form = await openSheet(person, name);
  await fillBilling(form);
  await order(person, form);
}

/** Presses one of the test cards by what it does: „Fonduri insuficiente”. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${card}`) })
    .first()
    .click();
}

interface Booked {
  readonly orderID: string;
  readonly status: number;
  readonly start: { readonly order: { readonly billing: { readonly email: string } } };
}

/** The provider takes the card, and nothing brings the person back: their tab is closed by then. */
export async function payInClosedTab({ page }: Person, email: string): Promise<void> {
  const paymentPage = page.url();
  await page.close();
  const book = (await (await fetch(new URL('/__sim', paymentPage))).json()) as { orders: Booked[] };
  const mine = book.orders.filter(({ status, start }) => status === 1 && start.order.billing.email === email);
  equal(mine.length, 1);
  await getDesk(paymentPage)('POST', `/orders/${mine[0]?.orderID}/pay`, { card: GOOD_CARD });
}

export async function backAt(page: Page): Promise<void> {
  await page.waitForURL('**/payments/netopia/return?orderId=*');
}

/** The desk lies where the pages to pay at are. */
function getDesk(paymentPage: string) {
  return async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(new URL(`/__sim${path}`, paymentPage), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    equal(response.status, 200, `${path}: ${await response.text()}`);
  };
}

export interface Shop {
  app: RunningApp;
  browser: Browser;
  sim: ReturnType<typeof getDesk>;
}

/** A server with the provider's stand-in at the other end, that one's control desk, and the browser it is seen in. */
export async function startShop(browser: Browser, env: Record<string, string> = {}): Promise<Shop> {
  const app = await startApp({ LOG_LEVEL: 'info', NETOPIA_MODE: 'simulator', ...env });
  const sim = getDesk(app.provider());
  // For people to read what they are told; the simulator's own journey waits for it.
  await sim('PUT', '/return', { seconds: 0 });
  return { app, browser, sim };
}
