import * as z from 'zod';
import { TRIAL_SERIES } from '#domain/invoices/series.ts';
import { type VatRules, vatOn } from '#domain/invoices/vat.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { isCui } from '#domain/payments/billing.ts';
import { BOOK_YEARS } from '#domain/payments/books.ts';
import { BUCHAREST, type County, isCounty } from '#domain/payments/counties.ts';
import { LEGAL_FORMS, type LegalForm, type Operator } from '#domain/payments/operator.ts';
import {
  defineChoice,
  defineMatching,
  defineText,
  defineWholeNumber,
  readBy,
  wholeOrNull,
} from './setting-kinds.ts';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDay = (written: string) => DAY.test(written) && !Number.isNaN(Date.parse(written));
/** Before any day that counts. */
const ALWAYS = '0000-01-01';

type Registration = Pick<VatRules, 'payerFrom' | 'isCash'>;

function readRegistration(given: string): Registration {
  if (given === 'exempt') return { payerFrom: null, isCash: false };
  const [isPayer, day = ALWAYS, cash] = /^payer(?::(\d{4}-\d{2}-\d{2}))?(,cash)?$/.exec(given) ?? [];
  if (!isPayer || (day !== ALWAYS && !isDay(day)))
    throw new Error('must be exempt, payer or payer:2026-01-01, a payer’s with ,cash or without');
  return { payerFrom: day, isCash: cash !== undefined };
}

/** Null: nothing is said. */
const registration = readBy(readRegistration).nullable().default(null);

const rates = readBy((given) => given.split(',').map(readRate)).prefault('21:2025-08-01');

function readRate(given: string): VatRules['rates'][number] {
  const [percent = '', from = ''] = given.trim().split(':');
  if (!/^[1-9]\d?$/.test(percent) || !isDay(from))
    throw new Error('must be whole percents, each with its first day: 19:2017-01-01,21:2025-08-01');
  return { percent: Number(percent), from };
}

/** The seller's record, what it charges and how its invoices are numbered. */
export const SELLER_SETTINGS = z.object({
  OPERATOR_NAME: defineText().describe(
    'Name of the firm that sells, as it is registered; live payments need it and all of its record but the IBAN and what its legal form does not have.',
  ),
  OPERATOR_CUI: defineMatching('a fiscal code: its check digit does not fit', isCui).describe(
    'Its fiscal code (CUI); with RO before it if it pays VAT.',
  ),
  OPERATOR_LEGAL_FORM: defineChoice(...LEGAL_FORMS).describe(
    'Its kind: company, sole-trader (PFA, II, IF: live payments need no capital) or other (association, liberal profession: no number in the trade register either).',
  ),
  OPERATOR_TRADE_REGISTER: defineText().describe(
    'Its number in the trade register; by the legal form it may be left out.',
  ),
  OPERATOR_STREET: defineText().describe('Street, number and the rest of its registered address.'),
  OPERATOR_CITY: defineText().describe('Its locality; in București SECTOR1 to SECTOR6.'),
  OPERATOR_COUNTY: defineMatching('the code of a county, for example CJ or B', isCounty).describe(
    'Its county by the code of ISO 3166-2:RO, for example CJ; B for București.',
  ),
  OPERATOR_POSTAL_CODE: defineMatching('six digits', (written) => /^\d{6}$/.test(written)).describe(
    'Its postal code.',
  ),
  OPERATOR_CAPITAL: wholeOrNull(1, 1e12).describe('Its share capital in whole lei; only a company needs it.'),
  OPERATOR_IBAN: defineMatching('a Romanian IBAN: its check digits do not fit', isRomanianIban).describe(
    'Its bank account, printed on invoices; may be left out.',
  ),
  OPERATOR_PHONE: defineText().describe('Phone number where buyers reach it.'),
  OPERATOR_EMAIL: defineText().describe('Email address where buyers reach it.'),
  OPERATOR_VAT: registration.describe(
    'exempt, payer, or payer:2026-01-01 with the first day; with ,cash behind it for VAT due when the money comes. While empty, as exempt; live payments need it.',
  ),
  VAT_RATES: rates.describe('VAT rates in whole percent, each with its first day, comma-separated.'),
  INVOICE_SERIES: defineMatching(
    `2 to 10 capital letters or digits, and not ${TRIAL_SERIES}`,
    (written) => /^[A-Z0-9]{2,10}$/.test(written) && written !== TRIAL_SERIES,
  ).describe(
    'Series of the invoices, 2 to 10 capital letters or digits; live payments need it. Others are PROBA.',
  ),
  INVOICE_FIRST: defineWholeNumber(1, 1, 99_999_999).describe(
    'Number of the first invoice of that series; counts only while it has none.',
  ),
  BOOK_YEARS: defineWholeNumber(BOOK_YEARS.least, BOOK_YEARS.least, BOOK_YEARS.most).describe(
    'For how many years from 1 July of the year after a payment its billing details are kept, 5 to 10: ask your accountant.',
  ),
});

export type SellerConfig = Readonly<z.infer<typeof SELLER_SETTINGS>>;

function isRomanianIban(written: string): boolean {
  const iban = written.replace(/\s/g, '');
  if (!/^RO\d{2}[A-Z]{4}[A-Z0-9]{16}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)]
    .map((letter) => Number.parseInt(letter, 36))
    .join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** The seller; null while not even a name is set. */
export function getOperator(config: SellerConfig): Operator | null {
  if (!config.OPERATOR_NAME) return null;
  return {
    name: config.OPERATOR_NAME,
    legalForm: config.OPERATOR_LEGAL_FORM,
    cui: config.OPERATOR_CUI,
    tradeRegister: config.OPERATOR_TRADE_REGISTER,
    street: config.OPERATOR_STREET,
    city: config.OPERATOR_CITY,
    county: (config.OPERATOR_COUNTY || null) as County | null,
    postalCode: config.OPERATOR_POSTAL_CODE,
    capitalLei: config.OPERATOR_CAPITAL,
    iban: config.OPERATOR_IBAN.replace(/\s/g, ''),
    phone: config.OPERATOR_PHONE,
    email: config.OPERATOR_EMAIL,
  };
}

export function getVatRules({ OPERATOR_VAT, VAT_RATES }: SellerConfig): VatRules {
  return { ...(OPERATOR_VAT ?? { payerFrom: null, isCash: false }), rates: VAT_RATES };
}

export function getNumbering({ INVOICE_SERIES, INVOICE_FIRST }: SellerConfig) {
  return { series: INVOICE_SERIES, first: INVOICE_FIRST };
}

const NEEDED = [
  'OPERATOR_NAME',
  'OPERATOR_CUI',
  'OPERATOR_TRADE_REGISTER',
  'OPERATOR_STREET',
  'OPERATOR_CITY',
  'OPERATOR_COUNTY',
  'OPERATOR_POSTAL_CODE',
  'OPERATOR_CAPITAL',
  'OPERATOR_PHONE',
  'OPERATOR_EMAIL',
  'OPERATOR_VAT',
  'INVOICE_SERIES',
] as const;

/** A seller of that form has no such thing. */
function isSpared(name: string, form: LegalForm): boolean {
  return (
    (name === 'OPERATOR_CAPITAL' && form !== 'company') ||
    (name === 'OPERATOR_TRADE_REGISTER' && form === 'other')
  );
}

/** Buyers must know who sells before they pay, and each payment has an invoice. */
export function sellerProblems(config: SellerConfig): string[] {
  const { OPERATOR_CITY: city, OPERATOR_COUNTY: county, OPERATOR_CUI: cui, OPERATOR_VAT: vat } = config;
  const isSector = /^SECTOR[1-6]$/.test(city);
  return [
    ...NEEDED.filter((name) => !config[name] && !isSpared(name, config.OPERATOR_LEGAL_FORM)).map(
      (name) => `${name} is missing for NETOPIA_MODE=live`,
    ),
    ...(city && county && isSector !== (county === BUCHAREST)
      ? ['OPERATOR_CITY must be SECTOR1 to SECTOR6 in București (OPERATOR_COUNTY=B), and is so nowhere else']
      : []),
    ...(cui && vat && !fitsRegistration(cui, vat)
      ? ['OPERATOR_CUI begins with RO exactly when OPERATOR_VAT says payer']
      : []),
    ...(vat && !isRateKnown(config)
      ? ['VAT_RATES has no rate that is in force today and on the first day of OPERATOR_VAT']
      : []),
  ];
}

/** A registration whose day was set ahead stops no start once the day has come: documents write RO by the day, whatever is entered. */
function fitsRegistration(cui: string, { payerFrom }: Registration): boolean {
  const hasRo = /^RO/i.test(cui);
  if (payerFrom === ALWAYS) return hasRo;
  return !hasRo || (payerFrom !== null && payerFrom <= toBucharestDay(new Date()));
}

/** A day that was set ahead must find a rate, or money would cease to count on it. */
function isRateKnown(config: SellerConfig): boolean {
  const rules = getVatRules(config);
  const today = toBucharestDay(new Date());
  try {
    for (const day of [today, rules.payerFrom ?? today]) vatOn(rules, day < today ? today : day);
    return true;
  } catch {
    return false;
  }
}
