/** What of the sample invoice can differ. Amounts are texts, as they stand in the document. */
interface Parts {
  readonly number: string;
  readonly seller: string;
  readonly buyer: string;
  readonly county: string;
  readonly town: string;
  readonly customization: string;
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
}

export const SELLER = '9000000011';
export const FIRM = '9000000127';
const PERSON = '0000000000000';
const CIUS = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';

const URN = 'urn:oasis:names:specification:ubl:schema:xsd';
const VAT = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const RATE = `<cbc:ID>S</cbc:ID><cbc:Percent>21.00</cbc:Percent>${VAT}`;

function writeAddress(town: string, county: string): string {
  return `<cac:PostalAddress><cbc:StreetName>Str. Inventată 7</cbc:StreetName><cbc:CityName>${town}</cbc:CityName><cbc:CountrySubentity>${county}</cbc:CountrySubentity><cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`;
}

/** Returns an invoice that is right: paid, to a person, unless told otherwise. */
export function writeInvoice(changes: Partial<Parts> = {}): string {
  const { number, seller, buyer, county, town, customization, net, vat, gross }: Parts = {
    number: 'FTL0001',
    seller: SELLER,
    buyer: PERSON,
    county: 'RO-B',
    town: 'SECTOR3',
    customization: CIUS,
    net: '82.64',
    vat: '17.36',
    gross: '100.00',
    ...changes,
  };
  const amount = (name: string, value: string) => `<cbc:${name} currencyID="RON">${value}</cbc:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${URN}:Invoice-2" xmlns:cac="${URN}:CommonAggregateComponents-2" xmlns:cbc="${URN}:CommonBasicComponents-2">
<cbc:CustomizationID>${customization}</cbc:CustomizationID><cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-22</cbc:IssueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party>${writeAddress('Cluj-Napoca', 'RO-CJ')}<cac:PartyTaxScheme><cbc:CompanyID>RO${seller}</cbc:CompanyID>${VAT}</cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>Anticariat de probă SRL</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party>${writeAddress(town, county)}<cac:PartyLegalEntity><cbc:RegistrationName>Ghete &amp; fii</cbc:RegistrationName><cbc:CompanyID>${buyer}</cbc:CompanyID></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
<cac:TaxTotal>${amount('TaxAmount', vat)}<cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', vat)}<cac:TaxCategory>${RATE}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net)}${amount('TaxExclusiveAmount', net)}${amount('TaxInclusiveAmount', gross)}${amount('PrepaidAmount', gross)}${amount('PayableAmount', '0.00')}</cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>${amount('LineExtensionAmount', net)}<cac:Item><cbc:Name>Pro 25</cbc:Name><cac:ClassifiedTaxCategory>${RATE}</cac:ClassifiedTaxCategory></cac:Item><cac:Price>${amount('PriceAmount', net)}</cac:Price></cac:InvoiceLine>
</Invoice>`;
}
