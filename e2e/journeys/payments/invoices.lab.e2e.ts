import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { drawRows } from '#testing/draws.ts';
import { runTool } from '../../support/api-client.ts';
import { fillBatch, processBatch, spendGift, visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { mailsTo } from '../../support/mails.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import {
  backAt,
  buy,
  fillBilling,
  openSheet,
  order,
  payWith,
  SELLER,
  startShop,
} from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, watchProblems } from '../../support/steps.ts';

/** Invoices as their buyers find and open them. The seller pays VAT at first, and is exempt later. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, SELLER));
});
test.afterAll(async () => {
  await closeWindows(browser);
  const verdict = app && (await runTool('tools/verify.ts', [], { dataDir: app.dataDir }));
  await app?.stop();
  equal(verdict?.code, 0, verdict?.output);
});

/** Opens a document as a reader would: its link is pressed, and the file that comes is read. */
async function downloadFile(person: Person, name: string): Promise<Buffer> {
  const { page } = person;
  const link = page.getByRole('link', { name, exact: true });
  await link.waitFor();
  const coming = page.waitForEvent('download');
  await press(person, link);
  return readFile(await (await coming).path());
}

async function readPdfText(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

async function look(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
    found.push(...(await findingsInTheme(page, colorScheme)));
  }
  await becomes(() => sidewaysScrollers(page), []);
  return found;
}

/** The receipt's mail as a phone shows it: each address in it is a link, and nothing is wider than the screen. */
async function seesReceipt(person: Person, email: string): Promise<void> {
  const [mail] = await mailsTo(app.dataDir, email, { subject: 'Ai cumpărat Starter 10 la Fotolot' });
  const page = await person.context.newPage();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.setContent(mail?.html ?? '');
  const addresses = mail?.text.match(/https?:\/\/\S+/g) ?? [];
  ok(
    addresses.some((address) => /[0-9a-f]{64}/.test(address)),
    mail?.text,
  );
  for (const address of addresses) ok((await page.locator(`a[href="${address}"]`).count()) > 0, address);
  deepEqual(await sidewaysScrollers(page), []);
  await page.close();
}

test('a person opens the invoice on a phone, withdraws from what is left, and opens the storno of that part', async () => {
  const { person, client } = await visit(browser, app.url, {
    email: 'persoana@fotolot.example',
    device: 'phone',
  });
  const { page } = person;
  const problems = watchProblems(person);
  await buy(person, 'Starter 10');
  await payWith(page, 'Plată acceptată');
  await backAt(page);
  await page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
  await page.goto('/settings#purchases');
  const invoice = await readPdfText(await downloadFile(person, 'Factura PROBA0001, PDF'));
  for (const words of [
    'Factură PROBA0001',
    'Poze de Probă SRL CUI RO14399840',
    'Capital social 200 lei',
    'Ștefania Țurcanu Str. Horea 4 Cluj-Napoca, jud. Cluj',
    'TVA 21 % 8,68 lei',
    'Total 50,00 lei',
    'FĂRĂ VALOARE FISCALĂ',
  ])
    ok(invoice.includes(words), `${words} in ${invoice}`);
  equal(await page.getByRole('link', { name: /XML/ }).count(), 0);
  deepEqual(await look(page), []);

  // One of the ten is spent after the gift, so nine tenths come back.
  await spendGift(client);
  await processBatch(client, await fillBatch(client, 'Scaun', SAMPLES.slice(0, 1)));
  await page.reload();
  await press(person, page.getByRole('button', { name: /^Retrage-te din contract aici/ }));
  await sees(page.getByRole('dialog'), /Pe cardul cu care ai plătit se întorc 45\sLei/);
  await press(person, page.getByRole('button', { name: 'Confirmă retragerea' }));
  const outcome = page.getByRole('dialog', { name: 'Banii se întorc pe card' });
  await press(person, outcome.getByRole('button', { name: 'Am înțeles' }));
  const storno = await readPdfText(await downloadFile(person, 'Storno PROBA0002, PDF'));
  match(storno, /Stornează factura PROBA0001 din .* Motivul: Retragerea cumpărătorului din contract/);
  match(storno, /Total −45,00 lei/);
  deepEqual(await look(page), []);
  await seesReceipt(person, 'persoana@fotolot.example');
  deepEqual(problems, []);
  await person.context.close();
});

test('of an exempt seller a firm gets an invoice without tax, and its e-invoice without any VAT id', async () => {
  await app.restart({ OPERATOR_VAT: 'exempt', OPERATOR_CUI: '14399840' });
  const { person } = await visit(browser, app.url, { email: 'scutit@fotolot.example' });
  const { page } = person;
  await page.goto('/pricing#packages');
  await sees(page, /^Prețurile sunt în lei\. Vânzătorul nu este plătitor de TVA\./);
  const form = await openSheet(person, 'Starter 10');
  await fillBilling(form);
  await form.getByText('Firmă').click();
  await form.getByLabel('Denumirea').fill('Mașini & Țevi SRL');
  await form.getByLabel('CUI').fill('RO43131360');
  await form.getByLabel('Plătitor de TVA').check();
  await sees(form, 'Total de plată');
  await sees(form, /^Ai garanția legală de conformitate/);
  await sees(form, 'Vânzătorul nu este plătitor de TVA');
  await order(person, form);
  await payWith(page, 'Plată acceptată');
  await backAt(page);
  const invoice = await readPdfText(await downloadFile(person, 'Factura PROBA0003, PDF'));
  match(invoice, /Mașini & Țevi SRL CUI RO43131360/);
  match(invoice, /art\. 310 din Codul fiscal/);
  ok(!/Cota TVA|RO14399840/.test(invoice), invoice);
  const xml = (await downloadFile(person, 'Factura PROBA0003, XML')).toString();
  match(xml, /<cbc:RegistrationName>Mașini &amp; Țevi SRL<\/cbc:RegistrationName>/);
  ok(!/>RO\d/.test(xml), xml);
  await person.context.close();
});

test('a backup holds all of it, rows and files, and a restored folder passes the deep check', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-invoices-'));
  try {
    const taken = await runTool('tools/backup/backup.ts', [join(folder, 'kept')], { dataDir: app.dataDir });
    equal(taken.code, 0, taken.output);
    const [name = ''] = await readdir(join(folder, 'kept'));
    const dataDir = join(folder, 'restored');
    // Its end is the deep check, which reads each file and compares its hash.
    const { code, output } = await runTool('tools/backup/restore.ts', [join(folder, 'kept', name)], {
      dataDir,
    });
    equal(code, 0, output);
    match(output, /, 0 rules broken/);
    const filesIn = async (root: string) =>
      (await readdir(join(root, 'invoices'), { recursive: true }))
        .filter((each) => each.includes('.'))
        .sort();
    deepEqual(await filesIn(dataDir), await filesIn(app.dataDir));
    equal((await filesIn(dataDir)).length, 6);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
