import { CIUS_RO } from '#domain/invoices/e-invoice/build.ts';
import { COUNTIES } from '#domain/payments/counties.ts';
import {
  BUYER,
  listDescendants,
  listElementsAt,
  listInvoiceLines,
  type Rule,
  SELLER,
  textAt,
} from './paths.ts';
import type { XmlElement } from './read-xml.ts';
import { isAllowedType } from './rules-of-en16931.ts';

/** The longest text at a path, in letters (code points). */
const LENGTHS: readonly (readonly [id: string, path: string, most: number])[] = [
  ['BR-RO-L155', 'cbc:ID', 200],
  ['BR-RO-L302', 'cbc:Note', 300],
  ['BR-RO-L0303', 'cac:OrderReference/cbc:ID', 200],
  ['BR-RO-L156', 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', 200],
  ['BR-RO-L151', `${SELLER}/cac:PostalAddress/cbc:StreetName`, 150],
  ['BR-RO-L152', `${BUYER}/cac:PostalAddress/cbc:StreetName`, 150],
  ['BR-RO-L0501', `${SELLER}/cac:PostalAddress/cbc:CityName`, 50],
  ['BR-RO-L0502', `${BUYER}/cac:PostalAddress/cbc:CityName`, 50],
  ['BR-RO-L0201', `${SELLER}/cac:PostalAddress/cbc:PostalZone`, 20],
  ['BR-RO-L0202', `${BUYER}/cac:PostalAddress/cbc:PostalZone`, 20],
  ['BR-RO-L201', `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, 200],
  ['BR-RO-L203', `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, 200],
  ['BR-RO-L1000', `${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`, 1000],
  ['BR-RO-L1005', `${SELLER}/cac:Contact/cbc:Telephone`, 100],
  ['BR-RO-L1006', `${SELLER}/cac:Contact/cbc:ElectronicMail`, 100],
  ['BR-RO-L140', 'cac:PaymentMeans/cbc:PaymentID', 140],
  ['BR-RO-L1019', 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason', 100],
  ['BR-RO-L1024', 'cac:InvoiceLine/cac:Item/cbc:Name', 100],
  ['BR-RO-L1024', 'cac:CreditNoteLine/cac:Item/cbc:Name', 100],
];
const REQUIRED: readonly (readonly [id: string, path: string])[] = [
  ['BR-RO-081', `${SELLER}/cac:PostalAddress/cbc:StreetName`],
  ['BR-RO-082', `${BUYER}/cac:PostalAddress/cbc:StreetName`],
  ['BR-RO-091', `${SELLER}/cac:PostalAddress/cbc:CityName`],
  ['BR-RO-092', `${BUYER}/cac:PostalAddress/cbc:CityName`],
];
/** In lei and bani; a price alone may have more decimals. */
const AMOUNTS = [
  'cbc:LineExtensionAmount',
  'cbc:TaxExclusiveAmount',
  'cbc:TaxInclusiveAmount',
  'cbc:PrepaidAmount',
  'cbc:PayableAmount',
  'cbc:TaxableAmount',
  'cbc:TaxAmount',
];
const CODES = Object.keys(COUNTIES).map((county) => `RO-${county}`);

function isDay(written: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return false;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written);
}

function isRomanian(document: XmlElement, party: string): boolean {
  return textAt(document, `${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`) === 'RO';
}

function rulesOfPlace(
  party: string,
  ids: { readonly sector: string; readonly county: string },
): readonly Rule[] {
  const county = (document: XmlElement) =>
    textAt(document, `${party}/cac:PostalAddress/cbc:CountrySubentity`);
  return [
    {
      id: ids.sector,
      holds: (document) =>
        !isRomanian(document, party) ||
        county(document) !== 'RO-B' ||
        /^SECTOR[1-6]$/.test(textAt(document, `${party}/cac:PostalAddress/cbc:CityName`)),
    },
    {
      id: ids.county,
      holds: (document) => !isRomanian(document, party) || CODES.includes(county(document)),
    },
  ];
}

/** Of a taxed invoice both parties' numbers are asked for, under whatever name. */
function isNumbered(document: XmlElement, paths: readonly string[]): boolean {
  const isTaxed = listElementsAt(document, 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID').some(
    ({ text }) => text !== 'O',
  );
  return !isTaxed || paths.some((path) => textAt(document, path) !== '');
}

/** The rules of CIUS-RO 1.0.9 that reach our documents. */
export const RULES_OF_CIUS_RO: readonly Rule[] = [
  { id: 'BR-RO-001', holds: (document) => textAt(document, 'cbc:CustomizationID') === CIUS_RO },
  { id: 'BR-RO-010', holds: (document) => /\d/.test(textAt(document, 'cbc:ID')) },
  {
    id: 'BR-RO-020_1',
    holds: (document) =>
      listElementsAt(document, 'cbc:InvoiceTypeCode').length === 0 || isAllowedType(document),
  },
  {
    id: 'BR-RO-020_2',
    holds: (document) =>
      listElementsAt(document, 'cbc:CreditNoteTypeCode').length === 0 || isAllowedType(document),
  },
  { id: 'BR-RO-030', holds: (document) => textAt(document, 'cbc:DocumentCurrencyCode') === 'RON' },
  {
    id: 'BR-RO-040',
    holds: (document) =>
      listElementsAt(document, 'cac:InvoicePeriod/cbc:DescriptionCode').every(({ text }) =>
        ['3', '35', '432'].includes(text),
      ),
  },
  {
    id: 'BR-RO-065',
    holds: (document) => isNumbered(document, [`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`]),
  },
  {
    id: 'BR-RO-120',
    holds: (document) =>
      isNumbered(document, [
        `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`,
        `${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`,
      ]),
  },
  {
    id: 'BR-RO-DT001',
    holds: (document) => listDescendants(document, 'cbc:IssueDate').every(({ text }) => isDay(text)),
  },
  {
    id: 'BR-RO-DT003',
    holds: (document) => listDescendants(document, 'cbc:DueDate').every(({ text }) => isDay(text)),
  },
  { id: 'BR-RO-A020', holds: (document) => listElementsAt(document, 'cbc:Note').length <= 20 },
  ...REQUIRED.map(([id, path]) => ({ id, holds: (document: XmlElement) => textAt(document, path) !== '' })),
  ...rulesOfPlace(SELLER, { sector: 'BR-RO-100', county: 'BR-RO-110' }),
  ...rulesOfPlace(BUYER, { sector: 'BR-RO-101', county: 'BR-RO-111' }),
  ...LENGTHS.map(([id, path, most]) => ({
    id,
    holds: (document: XmlElement) =>
      listElementsAt(document, path).every(({ text }) => [...text].length <= most),
  })),
  {
    id: 'BR-RO-Z2',
    holds: (document) =>
      AMOUNTS.flatMap((name) => listDescendants(document, name)).every(({ text }) => !/\.\d{3}/.test(text)),
  },
  {
    id: 'BR-23',
    holds: (document) =>
      listInvoiceLines(document).every((line) =>
        line.children.some(
          ({ name, attributes }) => name.endsWith('edQuantity') && attributes.unitCode !== undefined,
        ),
      ),
  },
];
