import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isCui } from '../checks.ts';
import { startTried, type Tried } from '../testing/client.ts';
import { FIRMS } from './firms.ts';

const [PAYER, SECTOR, VILLAGE, NEVER, STOPPED, INACTIVE] = FIRMS.map(({ cui }) => cui) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

describe("the registry of firms of ANAF's stand-in", () => {
  let office: Tried;
  before(async () => {
    office = await startTried();
  });
  after(() => office.close());
  beforeEach(async () => {
    await office.setFaults({});
    await office.move(1);
  });

  const ask = (cuis: readonly number[], data = '2026-11-22') =>
    office.send('/api/PlatitorTvaRest/v9/tva', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(cuis.map((cui) => ({ cui, data }))),
    });
  const find = async (cui: number, data?: string) => JSON.parse((await ask([cui], data)).text).found[0];

  it('has a dozen firms with right check digits', () => {
    ok(FIRMS.length >= 12);
    deepEqual(
      FIRMS.filter(({ cui }) => !isCui(String(cui))),
      [],
    );
  });

  it('answers with the keys of the document, and lists who is not there', async () => {
    const { text } = await ask([PAYER, 1234]);
    const { cod, message, found, notFound } = JSON.parse(text);
    deepEqual([cod, message, notFound], [200, 'SUCCESS', [1234]]);
    deepEqual(Object.keys(found[0]), [
      'date_generale',
      'inregistrare_scop_Tva',
      'inregistrare_RTVAI',
      'stare_inactiv',
      'inregistrare_SplitTVA',
      'adresa_sediu_social',
      'adresa_domiciliu_fiscal',
    ]);
    equal(found[0].adresa_sediu_social.scod_JudetAuto, 'CJ');
    equal(found[0].adresa_domiciliu_fiscal.dcod_JudetAuto, 'CJ');
  });

  it('knows who pays VAT on a day', async () => {
    const pays = async (cui: number, day: string) => {
      await office.move(1);
      return (await find(cui, day)).inregistrare_scop_Tva.scpTVA;
    };
    equal(await pays(PAYER, '2026-11-22'), true);
    equal(await pays(NEVER, '2026-11-22'), false);
    equal(await pays(STOPPED, '2025-05-31'), true);
    equal(await pays(STOPPED, '2025-06-01'), false);
  });

  it('has an inactive firm, a sector, a village and an address without a number', async () => {
    equal((await find(INACTIVE)).stare_inactiv.statusInactivi, true);
    await office.move(1);
    const { found } = JSON.parse((await ask([SECTOR, VILLAGE, 9_000_000_780])).text);
    const seats = found.map(
      (each: { adresa_sediu_social: Record<string, string> }) => each.adresa_sediu_social,
    );
    match(seats[0].sdenumire_Localitate, /^Sector 3 Mun\. Bucure/);
    match(seats[1].sdenumire_Localitate, /^Sat .* Com\. /);
    equal(seats[2].snumar_Strada, '');
  });

  it('takes one request a second, and answers the next second again', async () => {
    equal((await ask([PAYER])).status, 200);
    equal((await ask([PAYER])).status, 429);
    await office.move(1);
    equal((await ask([PAYER])).status, 200);
  });

  it('fails in every named way', async () => {
    await office.setFaults({ registry: 'html' });
    match((await ask([PAYER])).type, /html/);
    await office.setFaults({ registry: '500' });
    equal((await ask([PAYER])).status, 500);
    await office.setFaults({ registry: 'slow', slowSeconds: 0.2 });
    const from = performance.now();
    equal((await ask([PAYER])).status, 200);
    ok(performance.now() - from >= 190);
    await office.move(1);
    await office.setFaults({ periods: 'list' });
    ok(Array.isArray((await find(PAYER)).inregistrare_scop_Tva.perioade_TVA));
  });
});
