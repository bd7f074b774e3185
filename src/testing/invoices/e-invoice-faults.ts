import { buildEInvoice } from '#domain/invoices/e-invoice/build.ts';
import { buildExemptFields, buildInvoice, computeTaxedAmounts, FIRM } from './snapshots.ts';

const PERSONS = buildEInvoice(buildInvoice());
const FIRMS = buildEInvoice(buildInvoice({ buyer: FIRM }));
const EXEMPT = buildEInvoice(buildInvoice(buildExemptFields()));
const ONE_BAN = buildEInvoice(buildInvoice(computeTaxedAmounts(1)));

const SCHEME = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const SCHEME_OF_LINE = `${SCHEME}</cac:ClassifiedTaxCategory>`;
const SCHEME_OF_TAX = `${SCHEME}</cac:TaxCategory>`;
/** The first one is that of the tax, not of the line. */
const PERCENT = '<cbc:Percent>21.00</cbc:Percent>';
const COUNTRY = '<cbc:IdentificationCode>RO';
const PRICE = '<cbc:PriceAmount currencyID="RON">82.64';
const PAYABLE = '<cbc:PayableAmount currencyID="RON">0.00';
const OTHER_CURRENCY = / currencyID="RON"/g;

/** What a change to a document breaks: the ids of our checker. */
type Fault = readonly [
  name: string,
  xml: string,
  from: string | RegExp,
  to: string,
  ...broken: readonly string[],
];

/** One fault each, as a builder that was changed could write it; the official validator refuses them all. */
const FAULTS_OF_TEXT: readonly Fault[] = [
  ['an amount without a currency', PERSONS, PRICE, PRICE.replace(' currencyID="RON"', ''), 'UBL'],
  ['an amount in no currency', PERSONS, PAYABLE, PAYABLE.replace('RON', ''), 'BR-CL-03'],
  ['an amount in an unknown currency', PERSONS, PAYABLE, PAYABLE.replace('RON', 'XYZ'), 'BR-CL-03'],
  ['euros in a document in lei', PERSONS, OTHER_CURRENCY, ' currencyID="EUR"', 'BR-CL-03'],
  ['lei in a document in euros', PERSONS, 'Code>RON<', 'Code>EUR<', 'BR-RO-030'],
  ['a blank after the currency', PERSONS, 'Code>RON<', 'Code>RON <', 'BR-RO-030'],
  ['a line without a tax scheme', PERSONS, SCHEME_OF_LINE, SCHEME_OF_LINE.replace(SCHEME, ''), 'UBL'],
  ['a tax without a scheme', PERSONS, SCHEME_OF_TAX, SCHEME_OF_TAX.replace(SCHEME, ''), 'UBL'],
  ['a line under another scheme', PERSONS, SCHEME_OF_LINE, SCHEME_OF_LINE.replace('VAT', 'GST'), 'BR-CO-04'],
  ['a tax under another scheme', PERSONS, SCHEME_OF_TAX, SCHEME_OF_TAX.replace('VAT', 'GST'), 'BR-47'],
  ['a tax without a rate', ONE_BAN, PERCENT, '', 'BR-48', 'BR-S-08'],
  ['a tax at a rate of no line', ONE_BAN, PERCENT, PERCENT.replace('21', '20'), 'BR-S-08'],
  ['an unknown category', PERSONS, /<cbc:ID>S</g, '<cbc:ID>B2<', 'BR-CL-17', 'BR-CL-18'],
  ['a country in small letters', PERSONS, COUNTRY, COUNTRY.replace('RO', 'ro'), 'BR-CL-14'],
  ['an unknown country', PERSONS, COUNTRY, COUNTRY.replace('RO', 'XX'), 'BR-CL-14'],
  ['an unknown unit', PERSONS, 'unitCode="C62"', 'unitCode="bucată"', 'BR-CL-23'],
  ['an empty unit', PERSONS, 'unitCode="C62"', 'unitCode=""', 'BR-CL-23'],
  ['an unknown way of paying', PERSONS, 'MeansCode>48<', 'MeansCode>999<', 'BR-CL-16'],
  ['a transfer to no account', PERSONS, 'MeansCode>48<', 'MeansCode>30<', 'BR-CL-16'],
  ['no way of paying', PERSONS, '<cbc:PaymentMeansCode>48</cbc:PaymentMeansCode>', '', 'UBL'],
  ['a blank after an amount', PERSONS, PAYABLE, `${PAYABLE} `, 'UBL-DT-01'],
  ['a third decimal', PERSONS, PAYABLE, `${PAYABLE}0`, 'UBL-DT-01'],
  ['a price in words', PERSONS, PRICE, PRICE.replace('82.64', 'abc'), 'UBL'],
  ['a price with a comma', PERSONS, PRICE, PRICE.replace('.', ','), 'UBL'],
  ['a quantity in words', PERSONS, '"C62">1<', '"C62">una<', 'UBL'],
  ['a blank after the version of the rules', PERSONS, 'RO:1.0.1', 'RO:1.0.1 ', 'BR-RO-001'],
  ['a VAT id of no country', FIRMS, 'RO43131360', 'XX123', 'BR-CO-09'],
  ['a line break before a VAT id', FIRMS, 'RO43131360', '\nRO43131360', 'BR-CO-09'],
  ['an unknown reason', EXEMPT, 'VATEX-EU-O', 'VATEX-EU-X', 'BR-CL-22'],
  [
    'a reference without a number',
    FIRMS,
    /<cac:OrderReference><cbc:ID>.*<.cbc:ID>/,
    '<cac:OrderReference>',
    'UBL',
  ],
  ['a blank after the day', PERSONS, 'IssueDate>2026-11-22', 'IssueDate>2026-11-22 ', 'BR-RO-DT001'],
  ['an unknown attribute', PERSONS, '<cbc:IssueDate>', '<cbc:IssueDate colour="roșu">', 'UBL'],
  ['another schema', PERSONS, 'schema:xsd:Invoice-2', 'schema:xsd:Order-2', 'UBL'],
  ['the namespace of another schema', PERSONS, 'CommonBasic', 'CommonBasics', 'UBL'],
  ['an end with an attribute', PERSONS, '</cac:Item>', '</cac:Item id="1">', 'XML'],
  ['the end of a CDATA section', PERSONS, 'Fotolot<', 'Fotolot ]]><', 'XML'],
  ['a second head', PERSONS, '<cbc:ID>', '<?xml version="1.0" encoding="UTF-8"?><cbc:ID>', 'XML'],
];

export const FAULTS = FAULTS_OF_TEXT.map(([name, xml, from, to, ...broken]) => {
  const changed = xml.replace(from, to);
  if (changed === xml) throw new Error(`${from} is not in the document`);
  return { name, xml: changed, broken };
});
