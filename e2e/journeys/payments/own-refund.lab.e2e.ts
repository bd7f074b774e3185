import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { runTool } from '../../support/api-client.ts';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { backAt, buy, payWith, type Shop } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, seesBalance, watchProblems } from '../../support/steps.ts';

/** Stepping back from a purchase in the settings, with the provider's stand-in at the other end. */
let app: RunningApp;
let browser: Browser;
let sim: Shop['sim'];

test.beforeAll(({ shared }) => {
  ({ app, browser, sim } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
  const verdict = app && (await runTool('tools/verify.ts', [], { dataDir: app.dataDir }));
  equal(verdict?.code, 0, verdict?.output);
});

const LEAVE = /^Retrage-te din contract aici/;
const QUESTION = 'Te retragi din contract?';

async function bought(name: string, device: 'phone' | 'desk' = 'desk'): Promise<Person> {
  const { person } = await visit(browser, app.url, { email: `${name}@fotolot.example`, device });
  await buy(person, 'Starter 10');
  await payWith(person.page, 'Plată acceptată');
  await backAt(person.page);
  await person.page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
  await person.page.goto('/settings#purchases');
  return person;
}
const question = async (person: Person) => {
  await press(person, person.page.getByRole('button', { name: LEAVE }));
  return person.page.getByRole('dialog', { name: QUESTION });
};
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmă retragerea' });

test.describe('stepping back from a purchase', () => {
  test.afterEach(() => sim('PUT', '/faults', {}));

  test('shows the amount first, gives the money back by one press, and takes the credits', async () => {
    const person = await bought('inapoi', 'phone');
    const { page } = person;
    const problems = watchProblems(person);
    const dialog = await question(person);
    await sees(dialog, /Pe cardul cu care ai plătit se întorc 50\sLei, tot prețul\./);
    await sees(dialog, '10 credite ies din cont.');
    await press(person, dialog.getByRole('button', { name: 'Păstrez cumpărarea' }));
    await dialog.waitFor({ state: 'detached' });
    await question(person);
    await press(person, confirm(page));
    const outcome = page.getByRole('dialog', { name: 'Banii se întorc pe card' });
    await sees(outcome, /^50\slei se întorc pe cardul cu care ai plătit\./);
    await press(person, outcome.getByRole('button', { name: 'Am înțeles' }));
    await sees(page, /^50\slei se întorc pe cardul cu care ai plătit\./);
    await becomes(() => page.getByRole('button', { name: LEAVE }).count(), 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await seesBalance(page, '3 credite');
    deepEqual(problems, []);
    await person.context.close();
  });

  test('stands when the provider refuses: the money is owed until a day, the credits are gone', async () => {
    const person = await bought('refuz');
    const { page } = person;
    await sim('PUT', '/faults', { credit: 'refused' });
    await (await question(person)).getByText('10 credite ies din cont.').waitFor();
    await page.keyboard.press('Escape');
    const opener = page.getByRole('button', { name: LEAVE });
    await becomes(() => opener.evaluate((button) => button === document.activeElement), true);
    await question(person);
    await press(person, confirm(page));
    const outcome = page.getByRole('dialog', { name: 'Am primit retragerea' });
    await sees(outcome, /^Retragerea e valabilă și îți datorăm 50\slei\..*cel târziu pe \d+ \S+ 20\d\d/);
    await press(person, outcome.getByRole('button', { name: 'Am înțeles' }));
    await sees(page, /^Retragerea e valabilă și îți datorăm 50\slei\./);
    await becomes(() => opener.count(), 0);
    await seesBalance(page, '3 credite');
    await person.context.close();
  });

  test('says when the outcome is not known yet, and fits 360 px and satisfies axe in light and dark on its way', async () => {
    const person = await bought('nestiut');
    const { page } = person;
    const found: string[] = [];
    const look = async () => {
      for (const width of drawRows([1280, 360], 1)) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
          found.push(...(await findingsInTheme(page, colorScheme)));
        }
        await becomes(() => sidewaysScrollers(page), []);
      }
    };
    await sim('PUT', '/faults', { credit: '500' });
    await question(person);
    await confirm(page).waitFor();
    await look();
    await press(person, confirm(page));
    const outcome = page.getByRole('dialog', { name: 'Am primit retragerea' });
    await sees(outcome, /^Am cerut NETOPIA să întoarcă 50\slei pe card și nu avem încă răspunsul\./);
    await press(person, outcome.getByRole('button', { name: 'Am înțeles' }));
    await sees(page, /^Am cerut NETOPIA să întoarcă 50\slei/);
    equal(await page.getByRole('button', { name: LEAVE }).count(), 0);
    await look();
    deepEqual(found, []);
    await person.context.close();
  });
});
