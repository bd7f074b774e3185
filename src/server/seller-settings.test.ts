import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { operatorAddress } from '#domain/payments/operator.ts';
import { readConfig } from '#server/config.ts';
import { getNumbering, getOperator, getVatRules } from '#server/seller-settings.ts';

/** Any picture will do as ANPC's. */
const PICTURE = fileURLToPath(new URL('../web/assets/favicon.png', import.meta.url));

const REACHED = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://fotolot.example/x',
  SMTP_URL: 'smtps://fotolot:parola@mail.example',
  MAIL_FROM: 'Fotolot <salut@fotolot.example>',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  NETOPIA_MODE: 'sandbox',
  NETOPIA_API_KEY: 'key',
  NETOPIA_POS_SIGNATURE: '1ABC-2DEF-3GHI-4JKL-5MNO',
};

test('live payments refuse to start without the record of who sells, all of it named at once', () => {
  const operator = {
    OPERATOR_NAME: 'Fotolot SRL',
    OPERATOR_CUI: 'RO14399840',
    OPERATOR_TRADE_REGISTER: 'J12/345/2026',
    OPERATOR_STREET: 'Str. Horea 4',
    OPERATOR_CITY: 'Cluj-Napoca',
    OPERATOR_COUNTY: 'CJ',
    OPERATOR_POSTAL_CODE: '400174',
    OPERATOR_CAPITAL: '200',
    OPERATOR_PHONE: '0722000000',
    OPERATOR_EMAIL: 'salut@fotolot.example',
    OPERATOR_VAT: 'payer',
    INVOICE_SERIES: 'FTL',
    OPERATOR_SAL_IMAGE: PICTURE,
  };
  const live = { ...REACHED, NETOPIA_MODE: 'live' };
  throws(() => readConfig(live), new RegExp(Object.keys(operator).join(' is missing.*'), 's'));
  throws(() => readConfig({ ...live, ...operator, OPERATOR_EMAIL: ' ' }), /OPERATOR_EMAIL is missing/);
  throws(
    () => readConfig({ ...live, ...operator, OPERATOR_CUI: 'RO14399841' }),
    /OPERATOR_CUI must be a fiscal code/,
  );
  equal(readConfig({ ...live, ...operator }).NETOPIA_MODE, 'live');
});

const LIVE_SELLER = {
  ...REACHED,
  NETOPIA_MODE: 'live',
  OPERATOR_NAME: 'Fotolot SRL',
  OPERATOR_CUI: '14399840',
  OPERATOR_TRADE_REGISTER: 'J40/345/2026',
  OPERATOR_STREET: 'Calea Victoriei 1',
  OPERATOR_CITY: 'SECTOR1',
  OPERATOR_COUNTY: 'B',
  OPERATOR_POSTAL_CODE: '010061',
  OPERATOR_CAPITAL: '200',
  OPERATOR_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
  OPERATOR_PHONE: '0722000000',
  OPERATOR_EMAIL: 'salut@fotolot.example',
  OPERATOR_VAT: 'exempt',
  INVOICE_SERIES: 'FTL',
  OPERATOR_SAL_IMAGE: PICTURE,
};

test('capital and a number in the trade register are asked of a seller whose legal form has them', () => {
  const missingOf = (changes: Record<string, string>) => {
    try {
      readConfig({ ...LIVE_SELLER, OPERATOR_CAPITAL: '', OPERATOR_TRADE_REGISTER: '', ...changes });
      return [];
    } catch (error) {
      return [...String(error).matchAll(/(\w+) is missing/g)].map(([, name]) => name);
    }
  };
  deepEqual(missingOf({}), ['OPERATOR_TRADE_REGISTER', 'OPERATOR_CAPITAL']);
  deepEqual(missingOf({ OPERATOR_LEGAL_FORM: 'sole-trader' }), ['OPERATOR_TRADE_REGISTER']);
  deepEqual(missingOf({ OPERATOR_LEGAL_FORM: 'other' }), []);
  throws(() => readConfig({ OPERATOR_LEGAL_FORM: 'SRL' }), /OPERATOR_LEGAL_FORM must be/);
});

test('what is said of the seller has to fit: address, VAT, rates and series', () => {
  const read = (changes: Record<string, string> = {}) => readConfig({ ...LIVE_SELLER, ...changes });
  const operator = getOperator(read());
  equal(operator && operatorAddress(operator), 'Calea Victoriei 1, 010061 București, sector 1');
  deepEqual(
    [operator?.iban, getNumbering(read())],
    ['RO49AAAA1B31007593840000', { series: 'FTL', first: 1 }],
  );
  const vatOf = (OPERATOR_VAT: string, OPERATOR_CUI = 'RO14399840') => {
    const { payerFrom, isCash } = getVatRules(read({ OPERATOR_VAT, OPERATOR_CUI }));
    return [payerFrom, isCash];
  };
  deepEqual(vatOf('exempt', '14399840'), [null, false]);
  deepEqual(vatOf('payer'), ['0000-01-01', false]);
  deepEqual(vatOf('payer:2026-01-01,cash'), ['2026-01-01', true]);
  for (const [name, wrong, said] of [
    ['OPERATOR_CITY', 'București', /OPERATOR_CITY must be SECTOR1 to SECTOR6/],
    ['OPERATOR_COUNTY', 'CJ', /OPERATOR_CITY must be SECTOR1 to SECTOR6/],
    ['OPERATOR_COUNTY', 'Cluj', /OPERATOR_COUNTY must be the code of a county/],
    ['OPERATOR_POSTAL_CODE', '4001', /OPERATOR_POSTAL_CODE must be six digits/],
    ['OPERATOR_CAPITAL', '0', /OPERATOR_CAPITAL must be a whole number/],
    ['OPERATOR_IBAN', 'RO49AAAA1B31007593840001', /OPERATOR_IBAN must be a Romanian IBAN/],
    ['OPERATOR_VAT', 'yes', /OPERATOR_VAT must be exempt, payer/],
    ['OPERATOR_VAT', 'payer:2026-13-01', /OPERATOR_VAT must be exempt, payer/],
    ['OPERATOR_VAT', 'payer', /OPERATOR_CUI begins with RO exactly when/],
    ['OPERATOR_CUI', 'RO14399840', /OPERATOR_CUI begins with RO exactly when/],
    ['VAT_RATES', '21', /VAT_RATES must be whole percents/],
    ['INVOICE_SERIES', 'PROBA', /INVOICE_SERIES must be 2 to 10/],
    ['INVOICE_SERIES', 'ftl', /INVOICE_SERIES must be 2 to 10/],
  ] as const)
    throws(() => read({ [name]: wrong }), said, `${name}=${wrong}`);
  const payer = { OPERATOR_VAT: 'payer', OPERATOR_CUI: 'RO14399840' };
  throws(() => read({ ...payer, VAT_RATES: '21:9999-01-01' }), /VAT_RATES has no rate/);
  throws(() => read({ ...payer, OPERATOR_CUI: '14399840' }), /OPERATOR_CUI begins with RO exactly when/);
});

test('a day from which VAT is paid can be set ahead, and does not keep the server from starting once it has come', () => {
  const read = (OPERATOR_VAT: string, more: Record<string, string> = {}) =>
    readConfig({ ...LIVE_SELLER, OPERATOR_VAT, OPERATOR_CUI: '14399840', ...more });
  equal(getVatRules(read('payer:9998-01-01')).payerFrom, '9998-01-01');
  equal(getVatRules(read('payer:2026-01-01')).payerFrom, '2026-01-01');
  equal(getVatRules(read('payer:2026-01-01', { OPERATOR_CUI: 'RO14399840' })).payerFrom, '2026-01-01');
  throws(() => read('payer:9998-01-01', { OPERATOR_CUI: 'RO14399840' }), /begins with RO exactly when/);
  throws(() => read('payer:9998-01-01', { VAT_RATES: '21:9998-01-02' }), /VAT_RATES has no rate/);
});
