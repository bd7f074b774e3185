import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { runTool } from '../../support/api-client.ts';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { mailsTo } from '../../support/mails.ts';
import { accessibilityFindings, sidewaysScrollers } from '../../support/page-checks.ts';
import {
  backAt,
  fillBilling,
  openSheet,
  order,
  payInClosedTab,
  payWith,
  type Shop,
} from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, seesBalance, watchProblems } from '../../support/steps.ts';

/** Buying a plan with a card, with the provider's stand-in at the other end; the trial; reminders. */
let app: RunningApp;
let browser: Browser;
let sim: Shop['sim'];

test.beforeAll(({ shared }) => {
  ({ app, browser, sim } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
  const { code, output } = await runTool('tools/verify.ts', [], { dataDir: app.dataDir });
  equal(code, 0, output);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** By the link of the first mail that asks for it. */
async function confirmEmail(person: Person, email: string): Promise<void> {
  const [mail] = await mailsTo(app.dataDir, email, { mode: 'verifyEmail' });
  const [link = ''] = /https?:\/\/\S+mode=verifyEmail\S*/.exec(mail?.text ?? '') ?? [];
  match(link, /token=/);
  await person.page.goto(link);
  await press(person, person.page.getByRole('button', { name: 'Confirmă adresa' }));
  await sees(person.page, /Adresa de email e confirmată\./);
}

test.describe('plans', () => {
  test('are bought with a good card, shown with their end, and renewed or not as the sheet says', async () => {
    const { person } = await visit(browser, app.url, { email: 'plan@fotolot.example' });
    const { page } = person;
    const problems = watchProblems(person);
    await page.goto('/pricing#plans');
    const form = await openSheet(person, 'Plan Pro');
    await sees(form, /^60 de credite\. Ajung pentru 60 de loturi/);
    await sees(form, /^Începe imediat și ține până pe .* Creditele lui țin tot până atunci\.$/);
    await sees(form, 'Planul nu se reînnoiește singur.');
    await sees(form, '149 Lei');
    await fillBilling(form);
    await order(person, form);
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await sees(
      page,
      /Planul tău este plătit\. Ține 30 de zile, din .* până pe .*\. Ai primit 60 de credite\./,
    );
    await seesBalance(page, '63 de credite');

    await page.goto('/pricing#plans');
    await sees(page, 'planul tău acum');
    await sees(page, /^Până pe .*\. Planul nu se reînnoiește singur\.$/);
    await sees(page, /^Se poate cumpăra din \d+ \S+ 20\d\d, în ultimele 7 zile ale planului tău\.$/);
    equal(await page.getByRole('button', { name: 'Cumpără Plan Basic' }).count(), 0);
    await page.goto('/pricing?buy=basic#plans');
    const refusal = page.getByRole('dialog', { name: 'Plan Basic' });
    await sees(refusal, 'Un plan mai mic se poate cumpăra în ultimele 7 zile ale planului tău.');
    await press(person, refusal.getByRole('button', { name: 'Închide' }));
    await refusal.waitFor({ state: 'detached' });
    await press(person, page.getByRole('button', { name: 'Prelungește Plan Pro' }));
    const again = page.getByRole('dialog', { name: 'Plan Pro' });
    await sees(
      again,
      /^Perioada următoare începe pe .*Creditele ei vin când începe; ele și cele rămase din plan țin până la sfârșitul ei/,
    );
    await press(person, again.getByRole('button', { name: 'Închide' }));
    await again.waitFor({ state: 'detached' });
    await press(person, page.getByRole('button', { name: 'Cumpără Plan Dealer' }));
    const higher = page.getByRole('dialog', { name: 'Plan Dealer' });
    await sees(higher, /^Începe imediat.*30 de zile și încă 12 zile în locul celor rămase/);
    deepEqual(problems, []);
    await person.context.close();
  });

  test('let one stop and resume the reminders in the settings, which promises them only to a confirmed address', async () => {
    const email = 'reamintiri@fotolot.example';
    const { person } = await visit(browser, app.url, { email, device: 'phone' });
    const { page } = person;
    await page.goto('/pricing?buy=basic#plans');
    const form = page.getByRole('dialog', { name: 'Plan Basic' });
    await fillBilling(form);
    await order(person, form);
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await page.goto('/settings#plan');
    const plan = page.locator('#plan');
    await sees(plan, 'Se folosesc în ordinea aceasta:');
    const ends = () => plan.getByRole('listitem').allTextContents();
    await becomes(async () => (await ends()).length, 2);
    const [first = '', second = ''] = await ends();
    match(first, /^Credite din plan20 de credite, până pe \d+ \S+ 20\d\d$/);
    equal(second, 'Credite primite cadou3 credite, fără termen');
    await sees(page, 'Confirmă-ți adresa de email dacă vrei să îți scriem înainte să se încheie planul.');
    equal(await page.getByRole('button', { name: 'Oprește reamintirile' }).count(), 0);
    await confirmEmail(person, email);
    await page.goto('/settings#plan');
    await press(person, page.getByRole('button', { name: 'Oprește reamintirile' }));
    await sees(page, 'Nu îți mai scriem înainte să se încheie planul.');
    deepEqual(await accessibilityFindings(page), []);
    deepEqual(await sidewaysScrollers(page), []);
    await press(person, page.getByRole('button', { name: 'Pornește reamintirile' }));
    await sees(page, /^Îți scriem pe email cu 7 și cu 3 zile înainte/);
    await person.context.close();
  });

  test('can be tried for 7 days with a verified address, without a card', async () => {
    const email = 'proba@fotolot.example';
    const { person } = await visit(browser, app.url, { email, device: 'phone' });
    const { page } = person;
    await page.goto('/pricing#plans');
    const start = page.getByRole('button', { name: 'Încearcă 7 zile gratuit' });
    await page.getByRole('button', { name: 'Trimite linkul din nou' }).waitFor();
    equal(await start.count(), 0);
    deepEqual(await accessibilityFindings(page), []);
    deepEqual(await sidewaysScrollers(page), []);
    await confirmEmail(person, email);
    await page.goto('/pricing#plans');
    await press(person, start);
    await sees(page, /^Perioada de probă a început: 10 credite și limitele planului Pro, până pe /);
    await start.waitFor({ state: 'detached' });
    await sees(page, /^Ai limitele planului Pro până pe .*încă 7 zile/);
    await seesBalance(page, '13 credite');
    await page.goto('/settings#plan');
    await sees(page, /Perioadă de probă: încă 7 zile cu limitele planului Pro\./);
    await person.context.close();
  });
});

test.describe('a plan is paid', () => {
  /** Before the provider's page with Plan Basic. */
  async function chooses(name: string): Promise<Person> {
    const { person } = await visit(browser, app.url, { email: `${name}@fotolot.example` });
    await person.page.goto('/pricing?buy=basic#plans');
    const form = person.page.getByRole('dialog', { name: 'Plan Basic' });
    await fillBilling(form);
    await order(person, form);
    return person;
  }
  async function hasPlan({ page, context }: Person): Promise<void> {
    await heading(page, 'Plata a reușit');
    await seesBalance(page, '23 de credite');
    await page.goto('/pricing#plans');
    await sees(page, 'planul tău acum');
    await context.close();
  }

  test('with another card after a declined one, on the provider’s own page', async () => {
    const person = await chooses('plan-refuzat');
    const { page } = person;
    await payWith(page, 'Fonduri insuficiente');
    await page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backAt(page);
    await sees(page, /Fonduri insuficiente\. Nu s-au luat bani de pe card\./);
    await page.getByRole('link', { name: 'Plătește cu alt card' }).click();
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await hasPlan(person);
  });

  test('with a card that asks for 3-D Secure', async () => {
    const person = await chooses('plan-trei-d');
    await payWith(person.page, 'Cere codul 3-D Secure');
    await person.page.getByRole('button', { name: 'Confirmă plata' }).click();
    await backAt(person.page);
    await hasPlan(person);
  });

  test('also when the notification is lost', async () => {
    const person = await chooses('plan-pierdut');
    await sim('PUT', '/faults', { notification: 'lost' });
    await payWith(person.page, 'Plată acceptată');
    await backAt(person.page);
    await sim('PUT', '/faults', {});
    await hasPlan(person);
  });

  test('also when the tab is closed before it comes back', async () => {
    const person = await chooses('plan-tab-inchis');
    const other = await person.context.newPage();
    await other.goto('/settings#plan');
    await payInClosedTab(person, 'plan-tab-inchis@fotolot.example');
    await seesBalance(other, '23 de credite');
    await sees(other, /Planul nu se reînnoiește singur/);
    await person.context.close();
  });
});
