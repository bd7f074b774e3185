import * as z from 'zod';
import { takeFault } from '../faults.ts';
import { getNow, type Office } from '../office.ts';
import {
  makeError,
  makeHtml,
  makeJson,
  makeRawJson,
  type Outcome,
  TOO_MANY,
  TOO_MANY_WITH_TIME,
} from '../replies.ts';
import { type Address, FIRMS, type Firm } from './firms.ts';

const MOST = 100;
const question = z.array(z.object({ cui: z.int(), data: z.iso.date() })).max(MOST);

/** POST /api/PlatitorTvaRest/v9/tva: without a token, one request a second (that more are answered 429 is presupus). */
export function answerRegistry(office: Office, body: Uint8Array): Outcome {
  const now = getNow(office);
  const fault = takeFault(office, 'registry');
  if (fault === 'reset') return 'reset';
  if (fault === 'html') return makeHtml(200, '<html><body><h1>Serviciu indisponibil</h1></body></html>');
  if (fault === '500') return makeError(500, 'Internal Server Error', now);
  if (fault === '429') return TOO_MANY;
  if (fault === '429-with-time') return TOO_MANY_WITH_TIME;
  if (fault === 'limit') return makeJson(200, { cod: 429, message: 'API rate limit exceeded' });
  const isTooSoon = now - office.registryAt < 1000;
  office.registryAt = now;
  if (isTooSoon) return TOO_MANY;
  const read = question.safeParse(parseJson(body));
  // What the service says of a question that is none is presupus.
  if (!read.success) return makeError(400, 'Bad Request', now);
  const asked = read.data.map(({ cui, data }) => ({
    cui,
    data,
    firm: FIRMS.find((each) => each.cui === cui),
  }));
  const found = asked.flatMap(({ data, firm }) =>
    firm === undefined ? [] : [describeFirm(firm, data, office.faults.periods)],
  );
  const notFound = asked.filter(({ firm }) => firm === undefined).map(({ cui }) => cui);
  if (fault === '404-not-found' && found.length === 0)
    return makeJson(404, { cod: 404, message: 'NOT FOUND', found, notFound });
  const reply = makeJson(200, { cod: 200, message: 'SUCCESS', found, notFound });
  return fault === 'cut' ? makeRawJson(String(reply.body).slice(0, 200)) : reply;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return null;
  }
}

/** Keys in the order of the document. */
function describeFirm(firm: Firm, data: string, periods: 'object' | 'list') {
  const { cui, denumire, nrRegCom, stare, address, isInRegister } = firm;
  return {
    date_generale: {
      cui,
      data,
      denumire,
      adresa: writeAddress(address),
      nrRegCom,
      telefon: '',
      fax: '',
      codPostal: address.post,
      act: '',
      stare_inregistrare: stare,
      data_inregistrare: '2018-03-14',
      cod_CAEN: '4791',
      iban: '',
      statusRO_e_Factura: isInRegister,
      organFiscalCompetent: 'Administraţia de Probă',
      forma_de_proprietate: 'PROPR.PRIVATA-CAPITAL PRIVAT AUTOHTON',
      forma_organizare: 'PERSOANA JURIDICA',
      forma_juridica: 'SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ',
    },
    ...describeTaxes(firm, data, periods),
    adresa_sediu_social: prefixKeys('s', 'stara', address),
    adresa_domiciliu_fiscal: prefixKeys('d', 'dtara', address),
  };
}

function describeTaxes({ vat, cash, inactive }: Firm, data: string, periods: 'object' | 'list') {
  const period = {
    data_inceput_ScpTVA: vat?.from ?? '',
    data_sfarsit_ScpTVA: vat?.until ?? '',
    data_anul_imp_ScpTVA: vat?.until ?? '',
    mesaj_ScpTVA: vat !== null && vat.until !== '' ? 'Art. 316 alin. (11) din Codul fiscal' : '',
  };
  return {
    inregistrare_scop_Tva: {
      scpTVA: isWithin(vat, data),
      perioade_TVA: periods === 'list' ? (vat === null ? [] : [period]) : period,
    },
    inregistrare_RTVAI: {
      dataInceputTvaInc: cash?.from ?? '',
      dataSfarsitTvaInc: cash?.until ?? '',
      dataActualizareTvaInc: cash?.from ?? '',
      dataPublicareTvaInc: cash?.from ?? '',
      tipActTvaInc: cash === null ? '' : 'Inregistrare',
      statusTvaIncasare: isWithin(cash, data),
    },
    stare_inactiv: {
      dataInactivare: inactive?.from ?? '',
      dataReactivare: inactive?.until ?? '',
      dataPublicare: inactive?.from ?? '',
      dataRadiere: inactive?.erased ?? '',
      statusInactivi: isWithin(inactive, data),
    },
    inregistrare_SplitTVA: { dataInceputSplitTVA: '', dataAnulareSplitTVA: '', statusSplitTVA: false },
  };
}

function isWithin(span: { readonly from: string; readonly until: string } | null, day: string): boolean {
  return span !== null && day >= span.from && (span.until === '' || day < span.until);
}

/** As one line, which is how `adresa` comes (presupus). */
function writeAddress({ street, number, town, county, details }: Address): string {
  const parts = [
    county && (county.startsWith('MUNICIPIUL') ? county : `JUD. ${county}`),
    town.toUpperCase(),
    street.toUpperCase(),
    number && `NR.${number}`,
    details.toUpperCase(),
  ];
  return parts.filter(Boolean).join(', ');
}

function prefixKeys(letter: 's' | 'd', country: 'stara' | 'dtara', address: Address) {
  const keyed = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([name, value]) => [`${letter}${name}`, value]));
  return {
    ...keyed({
      denumire_Strada: address.street,
      numar_Strada: address.number,
      denumire_Localitate: address.town,
      cod_Localitate: address.townCode,
      denumire_Judet: address.county,
      cod_Judet: address.countyCode,
      cod_JudetAuto: address.car,
    }),
    [country]: '',
    ...keyed({ detalii_Adresa: address.details, cod_Postal: address.post }),
  };
}
