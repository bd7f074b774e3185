import { CIUS_RO } from '#domain/invoices/e-invoice/build.ts';
import { BUYER, listDescendants, listElementsAt, type Rule, SELLER } from './paths.ts';
import type { XmlElement } from './read-xml.ts';

const SUBTOTAL = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
const CATEGORIES = ['S', 'E', 'O'];

/**
 * Codes at a path, of the official lists only those that our documents and their kin write: a sale in lei, in Romania, by the piece, paid
 * by card (48) or through an online service (68). A credit transfer (30, 58) would have to name an account (BR-61).
 */
const CODES: readonly (readonly [id: string, path: string, known: readonly string[]])[] = [
  ['BR-RO-001', 'cbc:CustomizationID', [CIUS_RO]],
  ['BR-RO-030', 'cbc:DocumentCurrencyCode', ['RON']],
  ['BR-RO-040', 'cac:InvoicePeriod/cbc:DescriptionCode', ['3', '35', '432']],
  ['BR-CL-14', `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, ['RO']],
  ['BR-CL-14', `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, ['RO']],
  ['BR-CL-16', 'cac:PaymentMeans/cbc:PaymentMeansCode', ['48', '68']],
  ['BR-CL-17', `${SUBTOTAL}/cbc:ID`, CATEGORIES],
  ['BR-CL-22', `${SUBTOTAL}/cbc:TaxExemptionReasonCode`, ['VATEX-EU-O', 'VATEX-EU-132']],
  ['BR-47', `${SUBTOTAL}/cac:TaxScheme/cbc:ID`, ['VAT']],
  ...['cac:InvoiceLine', 'cac:CreditNoteLine'].flatMap((line) => {
    const category = `${line}/cac:Item/cac:ClassifiedTaxCategory`;
    return [
      ['BR-CL-18', `${category}/cbc:ID`, CATEGORIES],
      ['BR-CO-04', `${category}/cac:TaxScheme/cbc:ID`, ['VAT']],
    ] as const;
  }),
];

/** How numbers are written, wherever they stand: no blank, no sign but a minus. A price may have more decimals than bani. */
const NUMBERS: readonly (readonly [id: string, pattern: RegExp, names: readonly string[]])[] = [
  [
    'UBL-DT-01',
    /^-?\d{1,15}(\.\d{1,2})?$/,
    [
      'cbc:LineExtensionAmount',
      'cbc:TaxExclusiveAmount',
      'cbc:TaxInclusiveAmount',
      'cbc:PrepaidAmount',
      'cbc:PayableAmount',
      'cbc:TaxableAmount',
      'cbc:TaxAmount',
    ],
  ],
  ['UBL', /^-?\d{1,15}(\.\d{1,8})?$/, ['cbc:PriceAmount', 'cbc:InvoicedQuantity', 'cbc:CreditedQuantity']],
  ['UBL', /^\d{1,3}(\.\d{1,2})?$/, ['cbc:Percent']],
];

function isDay(written: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(written)) return false;
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written);
}

function rulesOfDays(): readonly Rule[] {
  const names = [
    ['BR-RO-DT001', 'cbc:IssueDate'],
    ['BR-RO-DT003', 'cbc:DueDate'],
    ['BR-RO-DT005', 'cbc:StartDate'],
    ['BR-RO-DT006', 'cbc:EndDate'],
  ] as const;
  return names.map(([id, name]) => ({
    id,
    holds: (document) => listDescendants(document, name).every(({ written }) => isDay(written)),
  }));
}

/** Every such attribute, wherever it stands, has the one value that our documents write. */
function ruleOfAttribute(id: string, name: string, value: string): Rule {
  const isRight = ({ attributes, children }: XmlElement): boolean =>
    (attributes[name] ?? value) === value && children.every(isRight);
  return { id, holds: isRight };
}

/** The rules of how codes, numbers and days are written: as they stand, without the blanks that other rules pass over. */
export const RULES_OF_VALUES: readonly Rule[] = [
  ...CODES.map(([id, path, known]) => ({
    id,
    holds: (document: XmlElement) =>
      listElementsAt(document, path).every(({ written }) => known.includes(written)),
  })),
  ...NUMBERS.map(([id, pattern, names]) => ({
    id,
    holds: (document: XmlElement) =>
      names.flatMap((name) => listDescendants(document, name)).every(({ written }) => pattern.test(written)),
  })),
  ...rulesOfDays(),
  ruleOfAttribute('BR-CL-03', 'currencyID', 'RON'),
  // C62 of UN/ECE Recommendation 20: one.
  ruleOfAttribute('BR-CL-23', 'unitCode', 'C62'),
];
