import { invoiceName, orderName } from '#domain/invoices/series.ts';
import type { InvoiceSnapshot } from '#domain/invoices/snapshot.ts';
import { amountElement, buildAggregate, textElement } from './elements.ts';
import { buyerParty, sellerParty } from './parties.ts';

export const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';
const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">';
/** UNTDID 1001: an invoice. A storno is one too, with a negative quantity (381 is refused under this root). */
const INVOICE_TYPE = '380';
/** UNTDID 4461: a bank card. */
const CARD = '48';
/** UNTDID 2005: tax falls due when money is paid (TVA la încasare). */
const TAX_WHEN_PAID = '432';
/** UN/ECE Recommendation 20: one. */
const ONE = 'C62';

/**
 * Returns the document as RO e-Factura takes it (CIUS-RO 1.0.1), elements in the order of UBL 2.1: the same bytes for the same snapshot.
 * Throws for a seller who pays VAT without a rate.
 */
export function buildEInvoice(snapshot: InvoiceSnapshot): string {
  const { seller, buyer, corrects, paidOn } = snapshot;
  const isExempt = seller.vatStatus === 'exempt';
  const parts = [
    `<cbc:CustomizationID>${CIUS_RO}</cbc:CustomizationID>`,
    textElement('ID', invoiceName(snapshot)),
    textElement('IssueDate', snapshot.issuedOn),
    paidOn === null && snapshot.grossBani > 0 ? textElement('DueDate', snapshot.issuedOn) : null,
    textElement('InvoiceTypeCode', INVOICE_TYPE),
    ...listNoteTexts(snapshot).map((note) => textElement('Note', note, 300)),
    textElement('DocumentCurrencyCode', 'RON'),
    seller.vatStatus === 'payer-cash'
      ? buildAggregate('InvoicePeriod', textElement('DescriptionCode', TAX_WHEN_PAID))
      : null,
    buildAggregate('OrderReference', textElement('ID', orderName(snapshot))),
    corrects &&
      buildAggregate(
        'BillingReference',
        buildAggregate(
          'InvoiceDocumentReference',
          textElement('ID', invoiceName(corrects)),
          textElement('IssueDate', corrects.issuedOn),
        ),
      ),
    sellerParty(seller),
    buyerParty(buyer, { isExempt }),
    paidOn === null ? null : paymentMeans(snapshot),
    taxTotal(snapshot),
    buildTotals(snapshot),
    buildInvoiceLine(snapshot),
  ];
  return `${[HEAD, ...parts.filter((part) => part !== null), '</Invoice>'].join('\n')}\n`;
}

function listNoteTexts({ trial, seller, reason }: InvoiceSnapshot): readonly string[] {
  const notes = [
    trial && 'FĂRĂ VALOARE FISCALĂ',
    seller.vatStatus === 'payer-cash' && 'TVA la încasare',
    reason && `Storno: ${reason}`,
  ];
  return notes.filter((note) => typeof note === 'string' && note !== '') as string[];
}

function paymentMeans({ paymentId }: InvoiceSnapshot): string {
  return buildAggregate(
    'PaymentMeans',
    textElement('PaymentMeansCode', CARD),
    paymentId === null ? null : textElement('PaymentID', paymentId, 140),
  );
}

/**
 * Writes the one category: S with its rate, or O (not subject to VAT) without any rate, with its reason only where the tax is summed up.
 */
function taxCategory(name: string, snapshot: InvoiceSnapshot): string {
  const scheme = buildAggregate('TaxScheme', textElement('ID', 'VAT'));
  if (snapshot.seller.vatStatus !== 'exempt') {
    if (snapshot.vatPercent === null) throw new Error('a seller who pays VAT has a rate');
    const percent = `<cbc:Percent>${snapshot.vatPercent.toFixed(2)}</cbc:Percent>`;
    return buildAggregate(name, textElement('ID', 'S'), percent, scheme);
  }
  const reason = [
    textElement('TaxExemptionReasonCode', 'VATEX-EU-O'),
    textElement('TaxExemptionReason', 'Scutit de TVA, art. 310 din Codul fiscal', 100),
  ];
  return buildAggregate(name, textElement('ID', 'O'), ...(name === 'TaxCategory' ? reason : []), scheme);
}

function taxTotal(snapshot: InvoiceSnapshot): string {
  return buildAggregate(
    'TaxTotal',
    amountElement('TaxAmount', snapshot.vatBani),
    buildAggregate(
      'TaxSubtotal',
      amountElement('TaxableAmount', snapshot.netBani),
      amountElement('TaxAmount', snapshot.vatBani),
      taxCategory('TaxCategory', snapshot),
    ),
  );
}

function buildTotals({ netBani, grossBani, paidOn }: InvoiceSnapshot): string {
  const isPaid = paidOn !== null;
  return buildAggregate(
    'LegalMonetaryTotal',
    amountElement('LineExtensionAmount', netBani),
    amountElement('TaxExclusiveAmount', netBani),
    amountElement('TaxInclusiveAmount', grossBani),
    isPaid ? amountElement('PrepaidAmount', grossBani) : null,
    amountElement('PayableAmount', isPaid ? 0 : grossBani),
  );
}

/** A price is never negative (BR-27): what goes back is a negative quantity. */
function buildInvoiceLine(snapshot: InvoiceSnapshot): string {
  const { kind, netBani } = snapshot;
  return buildAggregate(
    'InvoiceLine',
    textElement('ID', '1'),
    `<cbc:InvoicedQuantity unitCode="${ONE}">${kind === 'storno' ? '-1' : '1'}</cbc:InvoicedQuantity>`,
    amountElement('LineExtensionAmount', netBani),
    buildAggregate(
      'Item',
      textElement('Name', snapshot.item, 100),
      taxCategory('ClassifiedTaxCategory', snapshot),
    ),
    buildAggregate('Price', amountElement('PriceAmount', Math.abs(netBani))),
  );
}
