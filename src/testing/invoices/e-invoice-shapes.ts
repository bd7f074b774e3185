import { buildEInvoice } from '#domain/invoices/e-invoice/build.ts';
import {
  buildExemptFields,
  buildInvoice,
  buildStorno,
  computeTaxedAmounts,
  FIRM,
  SMALL_FIRM,
} from './snapshots.ts';

/** A document with a verdict: the ids of the rules of EN 16931 and CIUS-RO 1.0.9 that the official validator reports; none where it is taken. */
interface Shape {
  readonly xml: string;
  readonly broken: readonly string[];
}

const INVOICE = buildEInvoice(buildInvoice());
const PART = buildEInvoice(buildStorno());
const EXEMPT = buildEInvoice(buildInvoice(buildExemptFields()));

const buildAcceptedShape = (...args: Parameters<typeof buildInvoice>) => ({
  xml: buildEInvoice(buildInvoice(...args)),
  broken: [],
});
const toAcceptedShape = (xml: string): Shape => ({ xml, broken: [] });

/** Changes a document's words, each of which must be there. */
function replaceWords(
  xml: string,
  ...changes: readonly (readonly [from: string | RegExp, to: string])[]
): string {
  return changes.reduce((text, [from, to]) => {
    const next = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
    if (next === text) throw new Error(`${from} is not in the document`);
    return next;
  }, xml);
}

const buildRefusedShape = (
  broken: readonly string[],
  xml: string,
  ...changes: Parameters<typeof replaceWords>[1][]
): Shape => ({
  xml: replaceWords(xml, ...changes),
  broken,
});

const BUYER_ID = '<cbc:CompanyID>0000000000000</cbc:CompanyID>';
const FIRM_VAT_ID =
  '<cac:PartyTaxScheme><cbc:CompanyID>RO43131360</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>';
const NAME_OF_FIRM = '<cac:PartyLegalEntity><cbc:RegistrationName>Mașini';
const SELLER_ENTITY = '<cac:PartyLegalEntity><cbc:RegistrationName>Lumină';
const OTHER_TAX_ID =
  '<cac:PartyTaxScheme><cbc:CompanyID>14399840</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>';
const REASONS = /<cbc:TaxExemptionReasonCode>.*?<\/cbc:TaxExemptionReason>/;
const REASON_TEXT = /<cbc:TaxExemptionReason>.*?<\/cbc:TaxExemptionReason>/;
const UNPAID: readonly (readonly [string, string])[] = [
  ['<cbc:PrepaidAmount currencyID="RON">100.00</cbc:PrepaidAmount>', ''],
  ['<cbc:PayableAmount currencyID="RON">0.00', '<cbc:PayableAmount currencyID="RON">100.00'],
];
/** A credit note has no minus, and names of its own for root, type, line and quantity. */
const CREDIT_NOTE: readonly (readonly [string | RegExp, string])[] = [
  ['xsd:Invoice-2', 'xsd:CreditNote-2'],
  [/<(\/?)Invoice(?=[ >])/, '<$1CreditNote'],
  ['InvoiceTypeCode', 'CreditNoteTypeCode'],
  ['>380<', '>381<'],
  ['InvoiceLine', 'CreditNoteLine'],
  ['InvoicedQuantity', 'CreditedQuantity'],
  [/>-(?=[\d.]+<)/, '>'],
];

export const SHAPES: Readonly<Record<string, Shape>> = {
  'a person, 50 lei': buildAcceptedShape(computeTaxedAmounts(5_000)),
  'a person, 59 lei': buildAcceptedShape(computeTaxedAmounts(5_900)),
  'a person, 100 lei': buildAcceptedShape(),
  'a person, 149 lei': buildAcceptedShape(computeTaxedAmounts(14_900)),
  'a person, 200 lei': buildAcceptedShape(computeTaxedAmounts(20_000)),
  'a person, 399 lei': buildAcceptedShape(computeTaxedAmounts(39_900)),
  'a person, one ban': buildAcceptedShape(computeTaxedAmounts(1)),
  'a person, 100.000 lei': buildAcceptedShape(computeTaxedAmounts(10_000_000)),
  'a person in a sector': buildAcceptedShape({
    buyer: { ...FIRM, kind: 'person', firstName: 'Ioana', lastName: 'Țîrlea', city: 'Sector 3' },
  }),
  'a firm that pays VAT': buildAcceptedShape({
    buyer: { ...FIRM, registrationNumber: null },
    ...computeTaxedAmounts(14_900),
  }),
  'a firm that pays VAT, by its number in the register': buildAcceptedShape({ buyer: FIRM }),
  'a firm that pays no VAT': buildAcceptedShape({ buyer: SMALL_FIRM }),
  'a firm that pays no VAT, with its number under another scheme': toAcceptedShape(
    replaceWords(buildEInvoice(buildInvoice({ buyer: SMALL_FIRM })), [
      NAME_OF_FIRM,
      `${FIRM_VAT_ID.replace('RO', '').replace('>VAT<', '>!VAT<')}${NAME_OF_FIRM}`,
    ]),
  ),
  'paid through an online service': toAcceptedShape(replaceWords(INVOICE, ['Code>48<', 'Code>68<'])),
  'without a word on how it was paid': toAcceptedShape(
    replaceWords(INVOICE, [/<cac:PaymentMeans>.*<\/cac:PaymentMeans>/, '']),
  ),
  'unpaid, with a day it is due': buildAcceptedShape({ paidOn: null }),
  '25 credits at a price with four decimals': toAcceptedShape(
    replaceWords(
      INVOICE,
      ['C62">1<', 'C62">25<'],
      ['<cbc:PriceAmount currencyID="RON">82.64', '<cbc:PriceAmount currencyID="RON">3.3056'],
    ),
  ),
  'the storno of all': toAcceptedShape(
    buildEInvoice(buildStorno({ netBani: -8_264, vatBani: -1_736, grossBani: -10_000 })),
  ),
  'the storno of a part, paid back': toAcceptedShape(PART),
  'the storno of a part that is owed': toAcceptedShape(buildEInvoice(buildStorno({ paidOn: null }))),
  'a storno as a corrected invoice': toAcceptedShape(replaceWords(PART, ['>380<', '>384<'])),
  'a storno as a credit note': toAcceptedShape(replaceWords(PART, ...CREDIT_NOTE)),
  'a storno as an invoice of the credit note’s type': buildRefusedShape(['BR-CL-01', 'BR-RO-020_1'], PART, [
    '>380<',
    '>381<',
  ]),
  'an exempt seller’s': toAcceptedShape(EXEMPT),
  'an exempt seller’s to a firm': toAcceptedShape(
    buildEInvoice(buildInvoice({ ...buildExemptFields(), buyer: FIRM })),
  ),
  'an exempt seller’s, with its number under another scheme': toAcceptedShape(
    replaceWords(EXEMPT, [SELLER_ENTITY, `${OTHER_TAX_ID}${SELLER_ENTITY}`], [REASON_TEXT, '']),
  ),
  'an exempt seller’s in the category E': toAcceptedShape(
    replaceWords(
      EXEMPT,
      [SELLER_ENTITY, `${OTHER_TAX_ID}${SELLER_ENTITY}`],
      ['<cbc:ID>O</cbc:ID>', '<cbc:ID>E</cbc:ID><cbc:Percent>0.00</cbc:Percent>'],
      ['VATEX-EU-O', 'VATEX-EU-132'],
    ),
  ),
  'an exempt seller’s with the buyer’s VAT id': buildRefusedShape(
    ['BR-O-02'],
    buildEInvoice(buildInvoice({ ...buildExemptFields(), buyer: FIRM })),
    [NAME_OF_FIRM, `${FIRM_VAT_ID}${NAME_OF_FIRM}`],
  ),
  'an exempt seller’s without a reason': buildRefusedShape(['BR-O-10'], EXEMPT, [REASONS, '']),
  'București instead of a sector': buildRefusedShape(
    ['BR-RO-101'],
    buildEInvoice(buildInvoice({ buyer: FIRM })),
    ['SECTOR6', 'București'],
  ),
  'a sector in words': buildRefusedShape(['BR-RO-101'], buildEInvoice(buildInvoice({ buyer: FIRM })), [
    'SECTOR6',
    'Sector 6',
  ]),
  'a buyer without a county': buildRefusedShape(['BR-RO-111'], INVOICE, [
    '<cbc:CountrySubentity>RO-BV</cbc:CountrySubentity>',
    '',
  ]),
  'a buyer without a street': buildRefusedShape(['BR-RO-082'], INVOICE, [
    /<cbc:StreetName>Aleea.*?<\/cbc:StreetName>/,
    '',
  ]),
  'a buyer without a number': buildRefusedShape(['BR-RO-120'], INVOICE, [BUYER_ID, '']),
  'an older version of the rules': buildRefusedShape(['BR-RO-001'], INVOICE, [
    'CIUS-RO:1.0.1',
    'CIUS-RO:1.0.0',
  ]),
  'a day of one digit': buildRefusedShape(['BR-RO-DT001'], INVOICE, ['2026-11-22', '2026-11-2']),
  'a name of 101 letters': buildRefusedShape(['BR-RO-L1024'], INVOICE, [
    'Pachet 50 de credite Fotolot',
    'x'.repeat(101),
  ]),
  'a number without a digit': buildRefusedShape(['BR-RO-010'], INVOICE, ['FTL0007', 'FTL']),
  'a negative price': buildRefusedShape(['BR-27'], PART, [
    '<cbc:PriceAmount currencyID="RON">',
    '<cbc:PriceAmount currencyID="RON">-',
  ]),
  'unpaid, without a day it is due': buildRefusedShape(['BR-CO-25'], INVOICE, ...UNPAID),
  'a tax that is two lei off': buildRefusedShape(
    ['BR-CO-17', 'BR-S-09'],
    INVOICE,
    ['82.64', '80.64'],
    ['17.36', '19.36'],
  ),
  'the tax of another rate': buildRefusedShape(['BR-CO-17', 'BR-S-09'], INVOICE, ['21.00', '19.00']),
};
