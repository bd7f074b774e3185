import type { XmlElement } from './read-xml.ts';

/** Elements that may stand in an element, in the order of the schemas of UBL 2.1, as far as our documents and their kin go. */
const LINE = [
  'cbc:ID',
  'cbc:InvoicedQuantity',
  'cbc:CreditedQuantity',
  'cbc:LineExtensionAmount',
  'cac:Item',
  'cac:Price',
];
const DOCUMENT = [
  'cbc:CustomizationID',
  'cbc:ID',
  'cbc:IssueDate',
  'cbc:DueDate',
  'cbc:InvoiceTypeCode',
  'cbc:CreditNoteTypeCode',
  'cbc:Note',
  'cbc:DocumentCurrencyCode',
  'cac:InvoicePeriod',
  'cac:OrderReference',
  'cac:BillingReference',
  'cac:AccountingSupplierParty',
  'cac:AccountingCustomerParty',
  'cac:PaymentMeans',
  'cac:PaymentTerms',
  'cac:TaxTotal',
  'cac:LegalMonetaryTotal',
  'cac:InvoiceLine',
  'cac:CreditNoteLine',
];
const TAX_CATEGORY = [
  'cbc:ID',
  'cbc:Percent',
  'cbc:TaxExemptionReasonCode',
  'cbc:TaxExemptionReason',
  'cac:TaxScheme',
];
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  Invoice: DOCUMENT,
  CreditNote: DOCUMENT,
  'cac:InvoicePeriod': ['cbc:StartDate', 'cbc:EndDate', 'cbc:DescriptionCode'],
  'cac:OrderReference': ['cbc:ID'],
  'cac:BillingReference': ['cac:InvoiceDocumentReference'],
  'cac:InvoiceDocumentReference': ['cbc:ID', 'cbc:IssueDate'],
  'cac:AccountingSupplierParty': ['cac:Party'],
  'cac:AccountingCustomerParty': ['cac:Party'],
  'cac:Party': ['cac:PostalAddress', 'cac:PartyTaxScheme', 'cac:PartyLegalEntity', 'cac:Contact'],
  'cac:PostalAddress': [
    'cbc:StreetName',
    'cbc:CityName',
    'cbc:PostalZone',
    'cbc:CountrySubentity',
    'cac:Country',
  ],
  'cac:Country': ['cbc:IdentificationCode'],
  'cac:PartyTaxScheme': ['cbc:CompanyID', 'cac:TaxScheme'],
  'cac:TaxScheme': ['cbc:ID'],
  'cac:PartyLegalEntity': ['cbc:RegistrationName', 'cbc:CompanyID', 'cbc:CompanyLegalForm'],
  'cac:Contact': ['cbc:Name', 'cbc:Telephone', 'cbc:ElectronicMail'],
  'cac:PaymentMeans': ['cbc:PaymentMeansCode', 'cbc:PaymentID'],
  'cac:PaymentTerms': ['cbc:Note'],
  'cac:TaxTotal': ['cbc:TaxAmount', 'cac:TaxSubtotal'],
  'cac:TaxSubtotal': ['cbc:TaxableAmount', 'cbc:TaxAmount', 'cac:TaxCategory'],
  'cac:TaxCategory': TAX_CATEGORY,
  'cac:ClassifiedTaxCategory': TAX_CATEGORY,
  'cac:LegalMonetaryTotal': [
    'cbc:LineExtensionAmount',
    'cbc:TaxExclusiveAmount',
    'cbc:TaxInclusiveAmount',
    'cbc:PrepaidAmount',
    'cbc:PayableAmount',
  ],
  'cac:InvoiceLine': LINE,
  'cac:CreditNoteLine': LINE,
  'cac:Item': ['cbc:Name', 'cac:ClassifiedTaxCategory'],
  'cac:Price': ['cbc:PriceAmount'],
};
/** Elements that may stand more than once in a document. */
const REPEATED = ['cbc:Note', 'cac:TaxSubtotal', 'cac:InvoiceLine', 'cac:CreditNoteLine'];

/** True where each element holds only what it may, in the schema's order; text stands in elements that hold no others. */
export function isInOrderOfUbl({ name, children, text }: XmlElement): boolean {
  const known = CHILDREN[name];
  if (!known) return name.startsWith('cbc:') && children.length === 0 && text !== '';
  const places = children.map((child) => known.indexOf(child.name));
  const isOrdered = places.every((place, i) => {
    const before = places[i - 1] ?? -1;
    return place > before || (place === before && REPEATED.includes(known[place] ?? ''));
  });
  return text === '' && children.length > 0 && isOrdered && children.every(isInOrderOfUbl);
}
