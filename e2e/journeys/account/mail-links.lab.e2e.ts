import { equal, ok } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { ApiClient } from '../../support/api-client.ts';
import { enter, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { mailsTo } from '../../support/mails.ts';
import { accessibilityFindings, findingsInTheme } from '../../support/page-checks.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  newPerson,
  PASSWORD,
  type Person,
  readDescription,
  sees,
  signIn,
} from '../../support/steps.ts';

/** Links in mails: a forgotten password, an address confirmed; with the mails that the server really sends. */
const NEW_PASSWORD = 'drumul spre Sibiu';
const SENT = 'Dacă există un cont cu adresa aceasta, ți-am trimis un link. E valabil o oră.';
const DEAD = 'Linkul nu mai este valabil. Cere altul.';

let app: RunningApp;
let browser: Browser;
let client: ApiClient;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
  client = new ApiClient(app.url);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

async function linkTo(email: string, mode: 'resetPassword' | 'verifyEmail', nth = 1): Promise<string> {
  const link = (await mailsTo(app.dataDir, email, { mode, atLeast: nth })).at(-1)?.link ?? '';
  ok(link.startsWith(`${app.url}/login?mode=${mode}#token=`), link);
  return link;
}

/** Opens a link; returns the requests to the server with their referrers. */
async function openLink({ page }: Person, link: string): Promise<string[]> {
  const said: string[] = [];
  page.on('request', (request) =>
    said.push(request.url().replace(/#.*/, ''), request.headers().referer ?? ''),
  );
  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return said;
}

const getLinkToken = (link: string) => new URL(link).hash.replace('#token=', '');
const register = (email: string) =>
  client.call('POST', '/api/auth/register', { body: { email, password: PASSWORD, displayName: 'Ana' } });

test.describe('a forgotten password', () => {
  test.describe.configure({ mode: 'serial' });
  const email = 'uituca@fotolot.example';
  let person: Person;
  let link: string;
  test.beforeAll(async () => {
    await register(email);
    person = await newPerson(browser, app.url);
  });
  test.afterAll(() => person?.context.close());

  test('„Ai uitat parola?” keeps the address that was written', async () => {
    const { page } = person;
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Ai uitat parola?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ai uitat parola?' }).waitFor();
    equal(await page.getByLabel('Email').inputValue(), email);
  });

  test('„Ai uitat parola?” asks for the address and says the same whether it has an account or not', async () => {
    const { page } = person;
    await page.goto('/login?redirect=%2Fupload');
    await page.getByRole('link', { name: 'Ai uitat parola?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ai uitat parola?' }).waitFor();
    const send = page.getByRole('button', { name: /^Trimite/ });
    await send.click();
    await becomes(() => readDescription(page.getByLabel('Email')), 'Scrie adresa de email.');
    for (const written of ['nimeni@fotolot.example', email]) {
      await page.getByLabel('Email').fill(written);
      await send.click();
      await sees(page.getByRole('status'), SENT);
    }
    await page.getByRole('link', { name: 'Înapoi la intrarea în cont' }).click();
    await page.getByRole('heading', { level: 1, name: 'Intră în cont.' }).waitFor();
    equal(getPath(page), '/login?redirect=%2Fupload');
  });

  test('the link opens a form whose token is neither in the address, nor in a referrer, nor asked for again', async () => {
    link = await linkTo(email, 'resetPassword');
    const { page } = person;
    const said = await openLink(person, link);
    await page.getByRole('heading', { level: 1, name: 'Alege o parolă nouă.' }).waitFor();
    equal(getPath(page), '/login?mode=resetPassword');
    equal(
      said.some((text) => text.includes(getLinkToken(link))),
      false,
    );
    await sees(page, /^Între 10 și 128 de caractere/);
    for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
      equal((await findingsInTheme(page, colorScheme)).join('\n'), '');
    }
  });

  test('says the rules of a password under its field, then changes it and leads to signing in', async () => {
    const { page } = person;
    const field = page.getByLabel('Parola nouă');
    const change = page.getByRole('button', { name: 'Schimbă parola' });
    await field.fill('parola1234');
    await change.click();
    await becomes(() => readDescription(field), 'Parola aceasta e printre cele mai ghicite. Alege alta.');
    await field.fill(NEW_PASSWORD);
    await change.click();
    await sees(page.getByRole('status'), /^Parola a fost schimbată/);
    equal(getPath(page), '/login');
    await signIn(person, email, PASSWORD);
    await sees(page, 'Email sau parolă incorecte');
    await signIn(person, email, NEW_PASSWORD);
    await page.waitForURL('**/dashboard');
    await page.goBack();
    equal(page.url().includes('token'), false);
  });

  test('a used link says so, and its page sends another, which ends the session of this browser', async () => {
    const { page } = person;
    await openLink(person, link);
    await page.getByLabel('Parola nouă').fill('drumul spre Brasov');
    await page.getByRole('button', { name: 'Schimbă parola' }).click();
    await sees(page.getByRole('alert'), DEAD);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Trimite linkul' }).click();
    await sees(page.getByRole('status'), SENT);
    await openLink(person, await linkTo(email, 'resetPassword', 2));
    await page.getByLabel('Parola nouă').fill(PASSWORD);
    await page.getByRole('button', { name: 'Schimbă parola' }).click();
    await sees(page.getByRole('status'), /^Parola a fost schimbată/);
    equal(getPath(page), '/login');
  });

  test('a page opened again without its link asks for another one', async () => {
    const { page } = person;
    await page.goto('/login?mode=resetPassword');
    await sees(page.getByRole('alert'), DEAD);
    await page.getByRole('button', { name: 'Trimite linkul' }).waitFor();
  });
});

test.describe('an address to confirm', () => {
  test('without a session: the link confirms by a press, not by being opened, and a second time says that it is used', async () => {
    const email = 'ion@fotolot.example';
    await register(email);
    const link = await linkTo(email, 'verifyEmail');
    const person = await newPerson(browser, app.url);
    const { page } = person;
    const said = await openLink(person, link);
    const confirm = page.getByRole('button', { name: 'Confirmă adresa' });
    await confirm.waitFor();
    const { body: me } = await client.call('GET', '/api/users/me');
    equal(`${me.email} ${me.emailVerified}`, `${email} false`);
    await confirm.click();
    await sees(page.getByRole('status'), 'Adresa de email e confirmată.');
    equal(getPath(page), '/login?mode=verifyEmail');
    equal(
      said.some((text) => text.includes(getLinkToken(link))),
      false,
    );
    equal((await accessibilityFindings(page)).join('\n'), '');
    await openLink(person, link);
    await confirm.click();
    await sees(page.getByRole('alert'), DEAD);
    await page.getByRole('main').getByRole('link', { name: 'Intră în cont' }).click();
    await signIn(person, email);
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Bună, Ana' }).waitFor();
    equal(await page.getByRole('region', { name: 'Confirmarea adresei' }).count(), 0);
    await person.context.close();
  });

  test('with a session: /dashboard reminds and sends again; the link confirms, and every tab knows', async () => {
    const email = 'maria@fotolot.example';
    const { person } = await visit(browser, app.url, { email });
    const { page } = person;
    await page.goto('/dashboard');
    const reminder = page.getByRole('region', { name: 'Confirmarea adresei' });
    await sees(reminder, /^Confirmă adresa de email/);
    await reminder.getByRole('button', { name: 'Trimite din nou' }).click();
    await sees(reminder, /^Ți-am trimis alt link/);
    const other = { ...person, page: await person.context.newPage() };
    await openLink(other, await linkTo(email, 'verifyEmail', 2));
    await other.page.getByRole('button', { name: 'Confirmă adresa' }).click();
    await sees(other.page.getByRole('status'), 'Adresa de email e confirmată.');
    await reminder.waitFor({ state: 'hidden' });
    await other.page.getByRole('link', { name: 'Mergi la panou' }).click();
    await other.page.waitForURL('**/dashboard');
    await person.context.close();
  });

  test('the reminder can be closed and stays away while the page is open', async () => {
    const email = 'vlad@fotolot.example';
    await register(email);
    const person = await newPerson(browser, app.url, { device: 'phone' });
    await enter(person, email);
    const { page } = person;
    await page.goto('/dashboard');
    const reminder = page.getByRole('region', { name: 'Confirmarea adresei' });
    await reminder.getByRole('button', { name: 'Ascunde mesajul' }).click();
    await reminder.waitFor({ state: 'hidden' });
    const bar = page.getByRole('navigation', { name: 'Pagini' });
    await bar.getByRole('link', { name: 'Prețuri' }).click();
    await page.waitForURL('**/pricing');
    await bar.getByRole('link', { name: 'Panou' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bună, Ana' }).waitFor();
    equal(await reminder.count(), 0);
    await person.context.close();
  });
});
