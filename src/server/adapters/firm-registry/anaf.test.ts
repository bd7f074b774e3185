import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { checkBilling } from '#domain/payments/billing.ts';
import { fillBilling, type RegisteredFirm } from '#domain/payments/firms/registered-firm.ts';
import { type Anaf, FIRMS, NOT_THERE, startAnaf } from '#testing/shop/anaf.ts';
import { BILLING } from '#testing/shop/shop.ts';
import { createAnafRegistry } from './anaf.ts';

const DAY = '2026-11-22';

describe('ANAF’s registry of firms, by its stand-in', () => {
  let anaf: Anaf;
  before(async () => {
    anaf = await startAnaf();
  });
  after(() => anaf.close());
  beforeEach(async () => {
    await anaf.setFaults({});
    await anaf.passSecond();
  });

  const ask = (cui: string, { day = DAY, callMs = 60_000 } = {}) =>
    createAnafRegistry({ mode: 'stand-in', baseUrl: async () => anaf.url, callMs }).ask(cui, day);
  const find = async (cui: string, day?: string): Promise<RegisteredFirm> => {
    await anaf.passSecond();
    const answer = await ask(cui, { ...(day && { day }) });
    if (answer.outcome !== 'found') throw new Error(JSON.stringify(answer));
    return answer.firm;
  };
  const addressOf = async (cui: string) => (await find(cui)).address;

  it('says name, number of the trade register, tax and address of a firm, with our letters', async () => {
    deepEqual(await find(FIRMS.PAYER), {
      cui: FIRMS.PAYER,
      name: 'ANTICARIAT DE PROBĂ S.R.L.',
      registrationNumber: 'J12/1/2018',
      paysVat: true,
      standing: 'active',
      address: {
        street: 'Str. Inventată nr. 4, Ap. 3',
        city: 'Cluj-Napoca',
        county: 'CJ',
        postalCode: '400001',
      },
    });
    equal((await find(FIRMS.SECTOR)).name, 'GHETE & FII <PROBĂ> S.R.L.');
  });

  it('says the tax of the day that is asked for', async () => {
    equal((await find(FIRMS.NO_VAT)).paysVat, false);
    equal((await find(FIRMS.LEFT_VAT)).paysVat, false);
    equal((await find(FIRMS.LEFT_VAT, '2025-05-31')).paysVat, true);
    equal((await find(FIRMS.PAYS_LATER, '2026-12-31')).paysVat, false);
    equal((await find(FIRMS.PAYS_LATER, '2027-01-01')).paysVat, true);
    await anaf.setFaults({ periods: 'list' });
    equal((await find(FIRMS.PAYER)).paysVat, true);
  });

  it('brings sectors, villages, missing numbers and missing addresses into the fields of the form', async () => {
    deepEqual(await addressOf(FIRMS.SECTOR), {
      street: 'Bd. Nicăieri nr. 9-9A, Bl. M1, Sc. 2, Et. 5, Ap. 51',
      city: 'Sector 3',
      county: 'B',
      postalCode: '030001',
    });
    deepEqual(await addressOf(FIRMS.VILLAGE), {
      street: 'Nr. 117',
      city: 'Valea Inventată, com. Dealu Inventat',
      county: 'BV',
      postalCode: '',
    });
    equal((await addressOf(FIRMS.NO_NUMBER))?.street, 'Str. Inventată');
    equal(await addressOf(FIRMS.NO_ADDRESS), null);
    const person = await find(FIRMS.PERSON);
    deepEqual([person.registrationNumber, person.paysVat], ['F12/10/2018', false]);
  });

  it('tells an inactive firm from one that was struck off', async () => {
    equal((await find(FIRMS.INACTIVE)).standing, 'inactive');
    const erased = await find(FIRMS.ERASED);
    equal(erased.standing, 'erased');
    deepEqual(fillBilling(erased), {});
  });

  it('fills a form that can be sent, but for a name that is longer than an invoice’s', async () => {
    for (const cui of [
      FIRMS.PAYER,
      FIRMS.SECTOR,
      FIRMS.VILLAGE,
      FIRMS.INACTIVE,
      FIRMS.PERSON,
      FIRMS.LONG_NAME,
    ]) {
      const filled = { ...BILLING, kind: 'firm' as const, cui, ...fillBilling(await find(cui)) };
      const expected = cui === FIRMS.LONG_NAME ? { name: 'too-long' } : null;
      deepEqual(checkBilling(filled).problems, expected, cui);
    }
  });

  it('knows that a firm is not there, also from a 404', async () => {
    deepEqual(await ask(NOT_THERE), { outcome: 'not-found' });
    await anaf.passSecond();
    await anaf.setFaults({ registry: '404-not-found' });
    deepEqual(await ask(NOT_THERE), { outcome: 'not-found' });
  });

  it('asks to wait when it is asked too often, in whichever way it says so', async () => {
    for (const [registry, waitSeconds] of [
      ['429', null],
      ['429-with-time', 7],
      ['limit', null],
    ] as const) {
      await anaf.passSecond();
      await anaf.setFaults({ registry });
      deepEqual(await ask(FIRMS.PAYER), { outcome: 'limit', waitSeconds });
    }
  });

  it('is away when it fails, in whichever way', async () => {
    for (const [registry, why] of [
      ['500', 'status 500'],
      ['html', 'unreadable, status 200'],
      ['cut', 'unreadable, status 200'],
    ] as const) {
      await anaf.passSecond();
      await anaf.setFaults({ registry });
      deepEqual(await ask(FIRMS.PAYER), { outcome: 'away', why });
    }
    await anaf.setFaults({ registry: 'reset' });
    equal((await ask(FIRMS.PAYER)).outcome, 'away');
    await anaf.setFaults({ registry: 'slow', slowSeconds: 100 });
    deepEqual(await ask(FIRMS.PAYER, { callMs: 50 }), { outcome: 'away', why: 'too slow' });
    await anaf.setFaults({});
    await anaf.passSecond();
    await ask(FIRMS.PAYER);
    deepEqual(await ask(FIRMS.PAYER), { outcome: 'limit', waitSeconds: null });
    const nowhere = async (): Promise<string> => {
      throw new Error('The stand-in anaf is closed');
    };
    const registry = createAnafRegistry({ mode: 'stand-in', baseUrl: nowhere });
    deepEqual(await registry.ask(FIRMS.PAYER, DAY), { outcome: 'away', why: 'The stand-in anaf is closed' });
  });
});

describe('an answer that is no registry’s', () => {
  const CUI = '14399840';
  const firm = (changes: object = {}, general: object = {}) => ({
    date_generale: { cui: 14399840, denumire: 'PROBĂ SRL', ...general },
    inregistrare_scop_Tva: { scpTVA: 'true' },
    ...changes,
  });
  /** Asks a server that answers with this. */
  const hear = async (body: string, headers: Record<string, string> = {}, status = 200) => {
    const sent: string[] = [];
    const server = createServer(async (request, response) => {
      for await (const part of request) sent.push(String(part));
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await createAnafRegistry({ mode: 'live', baseUrl: async () => url }).ask(CUI, DAY);
    server.close();
    server.closeAllConnections();
    return { answer, sent };
  };
  const answerTo = async (body: unknown) => (await hear(JSON.stringify(body))).answer;
  const UNREADABLE = { outcome: 'away', why: 'unreadable, status 200' };

  it('sends the CUI and the day, and nothing else', async () => {
    const { sent } = await hear('{}');
    deepEqual(JSON.parse(sent.join('')), [{ cui: 14399840, data: DAY }]);
  });

  it('counts as away when it is too large, leads elsewhere, or is about another firm', async () => {
    const large = await hear(JSON.stringify({ found: [firm({ more: 'x'.repeat(300_000) })], notFound: [] }));
    deepEqual(large.answer, { outcome: 'away', why: 'answer too large' });
    const moved = await hear('', { location: 'http://127.0.0.1:9/' }, 302);
    deepEqual(moved.answer, { outcome: 'away', why: 'status 302' });
    deepEqual(await answerTo({ found: [firm({}, { cui: 1 })] }), UNREADABLE);
    deepEqual(await answerTo({ found: [], notFound: [1] }), UNREADABLE);
    deepEqual(await answerTo({ found: [firm({}, { denumire: ' ' })] }), UNREADABLE);
    deepEqual(await answerTo({ found: [firm({ inregistrare_scop_Tva: {} })] }), UNREADABLE);
    deepEqual(await answerTo(null), UNREADABLE);
  });

  it('gives what it says where facts are missing, null or cannot be stored', async () => {
    const bare = { cui: CUI, name: 'PROBĂ SRL', registrationNumber: '', paysVat: true, standing: 'active' };
    deepEqual(await answerTo({ found: [firm()] }), { outcome: 'found', firm: { ...bare, address: null } });
    const odd = firm(
      {
        stare_inactiv: { statusInactivi: null, dataRadiere: null },
        adresa_sediu_social: {
          sdenumire_Judet: 'MUNICIPIUL BUCUREŞTI',
          sdenumire_Localitate: 'Sectorul 7 Mun. Bucureşti',
          sdenumire_Strada: 'Str. a\u0000b',
          snumar_Strada: null,
          sdetalii_Adresa: 7,
        },
      },
      { nrRegCom: '-', stare_inregistrare: null },
    );
    const address = { street: '', city: '', county: 'B', postalCode: '' };
    deepEqual(await answerTo({ found: [odd], notFound: null }), {
      outcome: 'found',
      firm: { ...bare, address },
    });
  });

  it('names towns without their rank, and counties that have no code by their name', async () => {
    const seat = async (given: object) => {
      const heard = await answerTo({ found: [firm({ adresa_sediu_social: given })] });
      return heard.outcome === 'found' ? heard.firm.address : null;
    };
    const cityOf = async (sdenumire_Localitate: string) =>
      (await seat({ sdenumire_Localitate, scod_JudetAuto: 'IF' }))?.city;
    equal(await cityOf('Orş. Voluntari'), 'Voluntari');
    equal(await cityOf('Oraș Otopeni'), 'Otopeni');
    equal(await cityOf('Sat Floreşti Com. Floreşti'), 'Florești');
    equal(await cityOf('Sat Dumbrava Orş. Otopeni'), 'Dumbrava, orș. Otopeni');
    equal(await cityOf('Satu Nou'), 'Satu Nou');
    equal(await cityOf(`Sat Luna Com. ${'Lungă '.repeat(9)}`), 'Luna');
    equal((await seat({ sdenumire_Judet: 'BRAŞOV' }))?.county, 'BV');
    equal((await seat({ sdenumire_Judet: 'JUDEŢUL SATU MARE' }))?.county, 'SM');
    const long = { sdenumire_Strada: 'Str. Lungă', snumar_Strada: '1', sdetalii_Adresa: 'Corp '.repeat(40) };
    equal((await seat(long))?.street, 'Str. Lungă nr. 1');
  });
});
