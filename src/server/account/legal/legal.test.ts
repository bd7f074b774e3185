import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { readOperator } from '#contract/payments.ts';
import { CONSENTS } from '#domain/payments/consents.ts';
import { CONFORMITY } from '#domain/payments/shop-duties.ts';
import { LEGAL_PAGES } from '#server/account/legal/page.ts';
import { type TestServer, testServer } from '#testing/server.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const RECORD = {
  OPERATOR_NAME: 'Poze & Lot <SRL>',
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
  INVOICE_SERIES: 'FTL',
  OPERATOR_HOSTING: 'Elveția & Norvegia',
};

describe('the documents under /legal/', () => {
  let known: TestServer;
  let unknown: TestServer;
  before(async () => {
    [known, unknown] = await Promise.all([testServer(RECORD), testServer()]);
  });
  after(() => Promise.all([known.close(), unknown.close()]));

  const read = async ({ url }: TestServer, path: string) => {
    const response = await fetch(new URL(path, url));
    equal(response.status, 200, path);
    return { text: await response.text(), headers: response.headers };
  };

  it('are public, in Romanian, without a script, and lead to one another', async () => {
    for (const { path } of LEGAL_PAGES) {
      const { text, headers } = await read(known, path);
      match(headers.get('content-type') ?? '', /^text\/html/);
      match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'/);
      equal(headers.get('set-cookie'), null);
      match(text, /<html lang="ro">/);
      ok(!/<script|style=|onclick|undefined|\[object/.test(text), path);
      ok(!/[şţŞŢ]/.test(text), path);
      for (const { path: other } of LEGAL_PAGES) ok(text.includes(`href="${other}"`), `${path} → ${other}`);
    }
  });

  it('are light or dark as chosen in this browser, else as the device is', async () => {
    const rootWith = async (cookie: string) => {
      const response = await fetch(new URL('/legal/contact', known.url), { headers: { cookie } });
      match(response.headers.get('vary') ?? '', /^Cookie\b/);
      return /<html[^>]*>/.exec(await response.text())?.[0];
    };
    deepEqual(
      [
        await rootWith('__Secure-theme=dark; theme=light'),
        await rootWith('theme=light'),
        await rootWith('theme=x"><script>'),
      ],
      ['<html lang="ro" data-theme="dark">', '<html lang="ro" data-theme="light">', '<html lang="ro">'],
    );
  });

  it('name the location of the servers that the operator has set, else the European Union', async () => {
    const serverLocation = async (server: TestServer) =>
      /servere din ([^.]+)\./.exec((await read(server, '/legal/privacy')).text)?.[1];
    deepEqual(
      [await serverLocation(known), await serverLocation(unknown)],
      ['Elveția &amp; Norvegia', 'Uniunea Europeană'],
    );
  });

  it('say that photos are cut out on the server itself', async () => {
    const { text } = await read(known, '/legal/privacy');
    ok(text.includes('Fundalurile se decupează pe serverul nostru: nicio fotografie nu pleacă de acolo'));
  });

  it('name the operator as it is registered, as text and never as markup', async () => {
    for (const { path } of LEGAL_PAGES) {
      const { text } = await read(known, path);
      ok(
        text.includes(
          'Poze &amp; Lot &lt;SRL&gt; · CUI RO14399840 · nr. reg. com. J12/345/2026 · capital social 200 lei · Str. Horea 4',
        ),
      );
      ok(text.includes('href="mailto:salut@fotolot.example'));
    }
    const { operator } = await known.client().call(readOperator, {});
    deepEqual(operator, {
      name: 'Poze & Lot <SRL>',
      legalForm: 'company',
      cui: 'RO14399840',
      tradeRegister: 'J12/345/2026',
      street: 'Str. Horea 4',
      city: 'Cluj-Napoca',
      county: 'CJ',
      postalCode: '400174',
      capitalLei: 200,
      iban: '',
      phone: '0722 000 000',
      email: 'salut@fotolot.example',
    });
  });

  it('name the fiscal code as today’s invoices write it, however it was entered', async () => {
    const taxed = await testServer({ ...RECORD, OPERATOR_CUI: '14399840', OPERATOR_VAT: 'payer:2026-01-01' });
    const exempt = await testServer({ ...RECORD, OPERATOR_VAT: 'exempt' });
    try {
      match((await read(taxed, '/legal/contact')).text, /· CUI RO14399840 ·/);
      equal((await taxed.client().call(readOperator, {})).operator?.cui, 'RO14399840');
      match((await read(exempt, '/legal/contact')).text, /· CUI 14399840 ·/);
      equal((await exempt.client().call(readOperator, {})).operator?.cui, '14399840');
    } finally {
      await Promise.all([taxed.close(), exempt.close()]);
    }
  });

  it('promise no more than the plans give, and name all recipients of data', async () => {
    const { text: terms } = await read(known, '/legal/terms');
    match(terms, /cu toate efectele și cu atâtea variante cât permite planul/);
    ok(terms.includes(CONFORMITY));
    const { text: privacy } = await read(known, '/legal/privacy');
    for (const recipient of ['Contabilul', 'Cine găzduiește serverele'])
      match(
        privacy,
        new RegExp(`Cui ajung datele[\\s\\S]*<strong>${recipient}</strong>[\\s\\S]*Autoritățile`),
      );
    const { text: accessibility } = await read(known, '/legal/accessibility');
    match(accessibility, /EN 301 549, din care fac parte regulile WCAG 2\.1, nivelul AA/);
    match(accessibility, /Ce nu merge pe deplin[\s\S]*Facturile PDF[\s\S]*PDF\/UA/);
  });

  it('say plainly that the operator is not entered yet', async () => {
    for (const { path } of LEGAL_PAGES)
      match((await read(unknown, path)).text, /Datele operatorului nu sunt încă completate/);
    const { operator, vat } = await unknown.client().call(readOperator, {});
    deepEqual({ operator, vat }, { operator: null, vat: 'exempt' });
  });

  it('hold what the buyer agrees to: the words of the boxes, 14 days, the formula counted', async () => {
    const { text } = await read(known, '/legal/terms');
    for (const consent of Object.values(CONSENTS)) ok(text.includes(consent));
    match(text, /Te poți retrage din contract în 14 zile de la plată/);
    match(text, /din 25 de credite de 100\u00a0lei, cu 10 folosite, primești 60\u00a0lei/);
    match(text, /<strong>Nu se reînnoiește singur<\/strong>/);
  });

  it('hold the model form of the law’s annex, and name the contact point with its languages', async () => {
    const { text } = await read(known, '/legal/terms');
    for (const line of [
      'Prezentul formular se trimite înapoi completat doar dacă doriți să vă retrageți din contract.',
      'Către: Poze &amp; Lot &lt;SRL&gt;, Str. Horea 4, 400174 Cluj-Napoca, jud. Cluj, salut@fotolot.example',
      'Vă informez/Vă informăm* prin prezenta cu privire la retragerea mea/noastră* din contractul',
      '(doar în cazul în care acest formular este notificat pe hârtie)',
    ])
      ok(text.includes(line), line);
    const { text: notice } = await read(known, '/legal/notice');
    match(notice, /Punctul unic de contact[\s\S]*<strong>română<\/strong> și <strong>engleză<\/strong>/);
  });

  it('lead to the complaints of ANPC by its picture where there is a file, by its name else', async () => {
    const folder = await makeTemporaryFolder();
    const file = join(folder.path, 'sal.png');
    const png = await sharp({ create: { width: 250, height: 50, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await writeFile(file, png);
    const shown = await testServer({ OPERATOR_SAL_IMAGE: file });
    const { text } = await read(shown, '/legal/contact');
    match(
      text,
      /<a class="sal" href="https:\/\/reclamatiisal\.anpc\.ro" rel="noopener"><img src="\/legal\/sal-picture" width="250" height="50" alt="ANPC/,
    );
    const picture = await fetch(new URL('/legal/sal-picture', shown.url));
    equal(picture.headers.get('content-type'), 'image/png');
    deepEqual(Buffer.from(await picture.arrayBuffer()), png);
    equal((await shown.client().call(readOperator, {})).hasSalPicture, true);
    await Promise.all([shown.close(), folder.remove()]);
    match(
      (await read(known, '/legal/contact')).text,
      /<a class="sal" href="[^"]+" rel="noopener">ANPC – Soluționarea/,
    );
  });

  it('say what goes to ANAF when a firm is looked up, where that is offered', async () => {
    const asking = await testServer({ FIRM_REGISTRY: 'live' });
    const { text } = await read(asking, '/legal/privacy').finally(() => asking.close());
    match(text, /<strong>ANAF<\/strong>[^<]*„Preia datele de la ANAF”: CUI-ul firmei, nimic altceva\./);
    ok(!(await read(known, '/legal/privacy')).text.includes('ANAF'));
  });

  it('say that invoices go to ANAF, where they are handed in', async () => {
    const handing = await testServer({ EFACTURA_MODE: 'export' });
    const { text } = await read(handing, '/legal/privacy').finally(() => handing.close());
    match(text, /<strong>ANAF<\/strong>, prin RO e-Factura, cum cere legea: facturile tale/);
  });

  it('say what is kept of linked accounts and what goes to OLX, where they can be linked', async () => {
    const linking = await testServer({ OLX_MODE: 'stand-in' });
    const { text } = await read(linking, '/legal/privacy').finally(() => linking.close());
    match(
      text,
      /Ce păstrăm[\s\S]*<strong>Conturile legate<\/strong>[\s\S]*Cui ajung datele[\s\S]*<strong>OLX<\/strong>/,
    );
    ok(!text.includes('Autovit'));
    ok(!(await read(known, '/legal/privacy')).text.includes('OLX'));
  });

  it('say that the password of an account at Autovit goes there and is not kept, where it can be linked', async () => {
    const linking = await testServer({ AUTOVIT_MODE: 'stand-in' });
    const { text } = await read(linking, '/legal/privacy').finally(() => linking.close());
    match(text, /Parola contului Autovit o trimitem o singură dată, la Autovit, și nu o păstrăm/);
    match(text, /Cui ajung datele[\s\S]*<strong>Autovit<\/strong> \(autovit\.ro\)/);
    ok(!text.includes('OLX'));
    ok(!(await read(known, '/legal/privacy')).text.includes('Autovit'));
  });

  it('say what of a shop is read and sent, where one can be linked', async () => {
    const linking = await testServer({ WOOCOMMERCE_MODE: 'stand-in', AUTOVIT_MODE: 'stand-in' });
    const { text } = await read(linking, '/legal/privacy').finally(() => linking.close());
    match(text, /adresa contului tău Autovit sau adresa magazinului tău WooCommerce/);
    match(text, /Cui ajung datele[\s\S]*<strong>Magazinul tău cu WooCommerce<\/strong>/);
    match(text, /Comenzile și cumpărătorii nu îi citim/);
    ok(!(await read(known, '/legal/privacy')).text.includes('WooCommerce'));
  });

  it('describe the statistics, their recipients and their cookies, where there are any', async () => {
    const counting = await testServer({ ANALYTICS_ENDPOINT: 'stand-in' });
    const { text } = await read(counting, '/legal/privacy').finally(() => counting.close());
    for (const reported of [
      'Google Ireland Limited',
      '<strong>_ga</strong>',
      '<strong>counted-</strong>',
      '„Statistici”',
    ])
      ok(text.includes(reported), reported);
    ok(!text.includes('Nu folosim statistici'));
    const { text: without } = await read(known, '/legal/privacy');
    match(without, /Nu folosim statistici și nici reclame/);
    ok(!/Google Ireland|_ga/.test(without));
  });
});
