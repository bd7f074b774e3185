import {
  BUYER,
  baniAt,
  listDescendants,
  listElementsAt,
  listInvoiceLines,
  type Rule,
  SELLER,
  textAt,
  vatIds,
} from './paths.ts';
import type { XmlElement } from './read-xml.ts';

/** Paths that must not be empty. */
const REQUIRED: readonly (readonly [id: string, path: string])[] = [
  ['BR-01', 'cbc:CustomizationID'],
  ['BR-02', 'cbc:ID'],
  ['BR-03', 'cbc:IssueDate'],
  ['BR-05', 'cbc:DocumentCurrencyCode'],
  ['BR-06', `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`],
  ['BR-07', `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`],
  ['BR-09', `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`],
  ['BR-11', `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`],
  ['BR-12', 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount'],
  ['BR-13', 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'],
  ['BR-14', 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'],
  ['BR-15', 'cac:LegalMonetaryTotal/cbc:PayableAmount'],
  ['BR-CO-18', 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID'],
];
/** Paths that each line must have. */
const REQUIRED_OF_LINES: readonly (readonly [id: string, path: string])[] = [
  ['BR-21', 'cbc:ID'],
  ['BR-24', 'cbc:LineExtensionAmount'],
  ['BR-25', 'cac:Item/cbc:Name'],
  ['BR-26', 'cac:Price/cbc:PriceAmount'],
  ['BR-CO-04', 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID'],
];
const TYPES: Readonly<Record<string, readonly string[]>> = {
  Invoice: ['380', '384', '389', '751'],
  CreditNote: ['381'],
};
/** A leu: the difference that rounding may make in a tax. */
const OFF_BANI = 100;

/** Returns the document's type, under either root. */
function getDocumentType(document: XmlElement): string {
  return textAt(document, 'cbc:InvoiceTypeCode') || textAt(document, 'cbc:CreditNoteTypeCode');
}

export function isAllowedType(document: XmlElement): boolean {
  return TYPES[document.name]?.includes(getDocumentType(document)) ?? false;
}

function sumValues(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function isExpectedTax({ tax, base, percent }: { tax: number; base: number; percent: number }): boolean {
  if (Math.round(percent) === 0) return Math.round(tax / 100) === 0;
  return Math.abs(Math.abs(tax) - Math.round((Math.abs(base) * percent) / 100)) < OFF_BANI;
}

/** Returns the tax of each category, as it is summed up. */
function listTaxSubtotals(document: XmlElement) {
  return listElementsAt(document, 'cac:TaxTotal/cac:TaxSubtotal').map((subtotal) => ({
    category: textAt(subtotal, 'cac:TaxCategory/cbc:ID'),
    written: textAt(subtotal, 'cac:TaxCategory/cbc:Percent'),
    base: baniAt(subtotal, 'cbc:TaxableAmount'),
    tax: baniAt(subtotal, 'cbc:TaxAmount'),
    hasReason: ['cbc:TaxExemptionReason', 'cbc:TaxExemptionReasonCode'].some(
      (name) => textAt(subtotal, `cac:TaxCategory/${name}`) !== '',
    ),
  }));
}

function categoriesOfLines(document: XmlElement) {
  return listInvoiceLines(document).map((line) => ({
    category: textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
    written: textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
    net: baniAt(line, 'cbc:LineExtensionAmount'),
  }));
}

/** Returns the rules of S (a rate), E (exempt) and O (not subject to tax). */
function rulesOfCategory(category: 'S' | 'E' | 'O'): readonly Rule[] {
  const subtotals = (document: XmlElement) =>
    listTaxSubtotals(document).filter((each) => each.category === category);
  const lines = (document: XmlElement) =>
    categoriesOfLines(document).filter((each) => each.category === category);
  const isRate = (written: string) =>
    category === 'O' ? written === '' : category === 'S' ? Number(written) > 0 : Number(written || NaN) === 0;
  const common: readonly Rule[] = [
    {
      id: `BR-${category}-01`,
      holds: (document) => {
        const count = subtotals(document).length;
        return lines(document).length > 0 ? count > 0 && (count === 1 || category === 'S') : count === 0;
      },
    },
    { id: `BR-${category}-05`, holds: (document) => lines(document).every(({ written }) => isRate(written)) },
    {
      id: `BR-${category}-08`,
      holds: (document) =>
        subtotals(document).every(({ written, base }) => {
          const nets = lines(document)
            .filter((line) => Number(line.written) === Number(written))
            .map(({ net }) => net);
          return nets.length > 0 && Math.abs(base - sumValues(nets)) < (category === 'S' ? OFF_BANI : 1);
        }),
    },
  ];
  if (category === 'S') {
    const holds = (document: XmlElement) =>
      subtotals(document).every(({ tax, base, written }) =>
        isExpectedTax({ tax, base, percent: Number(written) }),
      );
    return [...common, { id: 'BR-S-09', holds }];
  }
  return [
    ...common,
    { id: `BR-${category}-09`, holds: (document) => subtotals(document).every(({ tax }) => tax === 0) },
    {
      id: `BR-${category}-10`,
      holds: (document) => subtotals(document).every(({ hasReason }) => hasReason),
    },
  ];
}

function hasCategory(document: XmlElement, ...categories: readonly string[]): boolean {
  return categoriesOfLines(document).some(({ category }) => categories.includes(category));
}

const PARTIES: readonly Rule[] = [
  ...['S', 'E'].map((category) => ({
    id: `BR-${category}-02`,
    holds: (document: XmlElement) =>
      !hasCategory(document, category) ||
      listElementsAt(document, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`).length > 0,
  })),
  {
    id: 'BR-O-02',
    holds: (document) =>
      !hasCategory(document, 'O') || [SELLER, BUYER].every((party) => vatIds(document, party).length === 0),
  },
  {
    id: 'BR-O-11',
    holds: (document) => !hasCategory(document, 'O') || listTaxSubtotals(document).length === 1,
  },
  {
    id: 'BR-CO-09',
    holds: (document) =>
      [SELLER, BUYER].every((party) => vatIds(document, party).every((id) => /^RO./.test(id))),
  },
  {
    id: 'BR-CO-26',
    holds: (document) =>
      vatIds(document, SELLER).length > 0 ||
      textAt(document, `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`) !== '',
  },
];

const getTotalBani = (document: XmlElement, name: string) =>
  baniAt(document, `cac:LegalMonetaryTotal/cbc:${name}`);

const SUMS: readonly Rule[] = [
  {
    id: 'BR-CO-10',
    holds: (document) =>
      getTotalBani(document, 'LineExtensionAmount') ===
      sumValues(categoriesOfLines(document).map(({ net }) => net)),
  },
  {
    id: 'BR-CO-13',
    holds: (document) =>
      getTotalBani(document, 'TaxExclusiveAmount') === getTotalBani(document, 'LineExtensionAmount'),
  },
  {
    id: 'BR-CO-14',
    holds: (document) =>
      baniAt(document, 'cac:TaxTotal/cbc:TaxAmount') ===
      sumValues(listTaxSubtotals(document).map(({ tax }) => tax)),
  },
  {
    id: 'BR-CO-15',
    holds: (document) =>
      getTotalBani(document, 'TaxInclusiveAmount') ===
      getTotalBani(document, 'TaxExclusiveAmount') + baniAt(document, 'cac:TaxTotal/cbc:TaxAmount'),
  },
  {
    id: 'BR-CO-16',
    holds: (document) =>
      getTotalBani(document, 'PayableAmount') ===
      getTotalBani(document, 'TaxInclusiveAmount') - (getTotalBani(document, 'PrepaidAmount') || 0),
  },
  {
    id: 'BR-CO-17',
    holds: (document) =>
      listTaxSubtotals(document).every(({ tax, base, written }) =>
        isExpectedTax({ tax, base, percent: Number(written) }),
      ),
  },
  {
    id: 'BR-CO-25',
    holds: (document) =>
      document.name !== 'Invoice' ||
      !(getTotalBani(document, 'PayableAmount') > 0) ||
      listDescendants(document, 'cbc:DueDate').length > 0 ||
      textAt(document, 'cac:PaymentTerms/cbc:Note') !== '',
  },
];

/** The rules of EN 16931 that reach our documents. */
export const RULES_OF_EN16931: readonly Rule[] = [
  ...REQUIRED.map(([id, path]) => ({ id, holds: (document: XmlElement) => textAt(document, path) !== '' })),
  {
    id: 'BR-48',
    holds: (document) =>
      listTaxSubtotals(document).every(({ category, written }) => category === 'O' || written !== ''),
  },
  { id: 'BR-04', holds: (document) => getDocumentType(document) !== '' },
  { id: 'BR-16', holds: (document) => listInvoiceLines(document).length > 0 },
  ...REQUIRED_OF_LINES.map(([id, path]) => ({
    id,
    holds: (document: XmlElement) => listInvoiceLines(document).every((line) => textAt(line, path) !== ''),
  })),
  {
    id: 'BR-27',
    holds: (document) =>
      listInvoiceLines(document).every((line) => !textAt(line, 'cac:Price/cbc:PriceAmount').startsWith('-')),
  },
  { id: 'BR-CL-01', holds: isAllowedType },
  ...(['S', 'E', 'O'] as const).flatMap(rulesOfCategory),
  ...PARTIES,
  ...SUMS,
];
