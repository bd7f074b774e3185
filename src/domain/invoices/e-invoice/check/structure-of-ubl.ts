import type { XmlElement } from './read-xml.ts';

/**
 * What stands in an element, in the order of the schemas of UBL 2.1, as far as our documents and their kin go: „?” may be missing, „+”
 * stands once or more, „*” any number of times. What the schemas let be missing and the rules do not is the rules' to say.
 */
const CONTENT: Readonly<Record<string, string>> = {
  Invoice: `cbc:CustomizationID? cbc:ID cbc:IssueDate cbc:DueDate? cbc:InvoiceTypeCode? cbc:Note* cbc:DocumentCurrencyCode?
    cac:InvoicePeriod? cac:OrderReference? cac:BillingReference? cac:AccountingSupplierParty cac:AccountingCustomerParty
    cac:PaymentMeans? cac:PaymentTerms? cac:TaxTotal? cac:LegalMonetaryTotal cac:InvoiceLine+`,
  CreditNote: `cbc:CustomizationID? cbc:ID cbc:IssueDate cbc:CreditNoteTypeCode? cbc:Note* cbc:DocumentCurrencyCode?
    cac:InvoicePeriod? cac:OrderReference? cac:BillingReference? cac:AccountingSupplierParty cac:AccountingCustomerParty
    cac:PaymentMeans? cac:PaymentTerms? cac:TaxTotal? cac:LegalMonetaryTotal cac:CreditNoteLine+`,
  'cac:InvoicePeriod': 'cbc:StartDate? cbc:EndDate? cbc:DescriptionCode?',
  'cac:OrderReference': 'cbc:ID',
  'cac:BillingReference': 'cac:InvoiceDocumentReference',
  'cac:InvoiceDocumentReference': 'cbc:ID cbc:IssueDate?',
  'cac:AccountingSupplierParty': 'cac:Party',
  'cac:AccountingCustomerParty': 'cac:Party',
  'cac:Party': 'cac:PostalAddress? cac:PartyTaxScheme? cac:PartyLegalEntity? cac:Contact?',
  'cac:PostalAddress': 'cbc:StreetName? cbc:CityName? cbc:PostalZone? cbc:CountrySubentity? cac:Country?',
  'cac:Country': 'cbc:IdentificationCode',
  'cac:PartyTaxScheme': 'cbc:CompanyID? cac:TaxScheme',
  'cac:TaxScheme': 'cbc:ID',
  'cac:PartyLegalEntity': 'cbc:RegistrationName? cbc:CompanyID? cbc:CompanyLegalForm?',
  'cac:Contact': 'cbc:Name? cbc:Telephone? cbc:ElectronicMail?',
  'cac:PaymentMeans': 'cbc:PaymentMeansCode cbc:PaymentID?',
  'cac:PaymentTerms': 'cbc:Note',
  'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal*',
  'cac:TaxSubtotal': 'cbc:TaxableAmount? cbc:TaxAmount cac:TaxCategory',
  'cac:TaxCategory': 'cbc:ID? cbc:Percent? cbc:TaxExemptionReasonCode? cbc:TaxExemptionReason? cac:TaxScheme',
  'cac:LegalMonetaryTotal': `cbc:LineExtensionAmount? cbc:TaxExclusiveAmount? cbc:TaxInclusiveAmount? cbc:PrepaidAmount?
    cbc:PayableAmount`,
  'cac:InvoiceLine': 'cbc:ID cbc:InvoicedQuantity? cbc:LineExtensionAmount cac:Item cac:Price?',
  'cac:CreditNoteLine': 'cbc:ID cbc:CreditedQuantity? cbc:LineExtensionAmount? cac:Item? cac:Price?',
  'cac:Item': 'cbc:Name? cac:ClassifiedTaxCategory?',
  'cac:ClassifiedTaxCategory': 'cbc:ID? cbc:Percent? cac:TaxScheme',
  'cac:Price': 'cbc:PriceAmount',
};

/** „^(?:cbc:ID )(?:cbc:Note )*$” for „cbc:ID cbc:Note*”, to be held against the names of what stands there, each with a space. */
const PATTERNS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(CONTENT).map(([name, content]) => [
    name,
    new RegExp(`^${content.replace(/([\w:]+)([?+*]?)\s*/g, '(?:$1 )$2')}$`),
  ]),
);

const SCHEMAS = 'urn:oasis:names:specification:ubl:schema:xsd:';
const NAMESPACES: Readonly<Record<string, string>> = {
  'xmlns:cac': `${SCHEMAS}CommonAggregateComponents-2`,
  'xmlns:cbc': `${SCHEMAS}CommonBasicComponents-2`,
};

/** The attributes that an element has, all of them and no others; what they say is the rules' to judge. */
function listAttributes(name: string): readonly string[] {
  if (!name.includes(':')) return ['xmlns', ...Object.keys(NAMESPACES)];
  if (name.endsWith('Amount')) return ['currencyID'];
  return name.endsWith('edQuantity') ? ['unitCode'] : [];
}

function hasNamespaces({ name, attributes }: XmlElement): boolean {
  const namespaces = { xmlns: `${SCHEMAS}${name}-2`, ...NAMESPACES };
  return Object.entries(namespaces).every(([key, value]) => attributes[key] === value);
}

/** True where an element and all in it hold what they may, in the schema's order; text stands in elements that hold no others. */
function isInPlace({ name, attributes, children, text }: XmlElement): boolean {
  const known = listAttributes(name);
  const given = Object.keys(attributes);
  if (given.length !== known.length || !given.every((key) => known.includes(key))) return false;
  const pattern = PATTERNS[name];
  if (!pattern) return name.startsWith('cbc:') && children.length === 0 && text !== '';
  const names = children.map((child) => `${child.name} `).join('');
  return text === '' && pattern.test(names) && children.every(isInPlace);
}

/** True for a document that the schemas of UBL 2.1 take, of those that hold nothing but what stands above. */
export function isBuiltAsUbl(document: XmlElement): boolean {
  return hasNamespaces(document) && isInPlace(document);
}
