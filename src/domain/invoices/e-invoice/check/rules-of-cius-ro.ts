import { COUNTIES } from '#domain/payments/counties.ts';
import { BUYER, listElementsAt, listInvoiceLines, type Rule, SELLER, textAt } from './paths.ts';
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
const CODES = Object.keys(COUNTIES).map((county) => `RO-${county}`);

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

/** True for an untaxed invoice, and for a taxed one with the party's number at one of the paths. */
function isNumbered(document: XmlElement, paths: readonly string[]): boolean {
  const isTaxed = listElementsAt(document, 'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID').some(
    ({ text }) => text !== 'O',
  );
  return !isTaxed || paths.some((path) => textAt(document, path) !== '');
}

/** The rules of CIUS-RO 1.0.9 that reach our documents. */
export const RULES_OF_CIUS_RO: readonly Rule[] = [
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
    id: 'BR-23',
    holds: (document) =>
      listInvoiceLines(document).every((line) =>
        line.children.some(
          ({ name, attributes }) => name.endsWith('edQuantity') && attributes.unitCode !== undefined,
        ),
      ),
  },
];
