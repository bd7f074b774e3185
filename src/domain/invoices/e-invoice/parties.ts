import type { InvoiceBuyer, InvoiceSeller } from '#domain/invoices/snapshot.ts';
import { BUCHAREST, type County } from '#domain/payments/counties.ts';
import { buildAggregate, textElement } from './elements.ts';

/** Number written in place of a person's own, which is never asked for. */
const NO_PERSONAL_NUMBER = '0000000000000';

/**
 * Writes BG-4. A seller who is exempt writes no VAT id; its CUI is then its registration (BT-30), else the trade register's number is,
 * where it has one. Without register and capital it has no legal form to name (BT-33).
 */
export function sellerParty(seller: InvoiceSeller): string {
  const isExempt = seller.vatStatus === 'exempt';
  const { tradeRegister, shareCapitalLei } = seller;
  const legalForm = [
    isExempt && tradeRegister && `Nr. reg. com. ${tradeRegister}`,
    shareCapitalLei > 0 && `Capital social: ${shareCapitalLei} lei`,
  ]
    .filter(Boolean)
    .join('; ');
  return buildAggregate(
    'AccountingSupplierParty',
    buildAggregate(
      'Party',
      postalAddress(seller),
      isExempt ? null : taxScheme(`RO${seller.cui}`),
      buildAggregate(
        'PartyLegalEntity',
        textElement('RegistrationName', seller.name),
        textElement('CompanyID', isExempt ? seller.cui : tradeRegister || seller.cui),
        legalForm === '' ? null : textElement('CompanyLegalForm', legalForm, 1000),
      ),
      buildAggregate(
        'Contact',
        textElement('Telephone', seller.phone, 100),
        textElement('ElectronicMail', seller.email, 100),
      ),
    ),
  );
}

/**
 * Writes BG-7. The VAT id of a firm that pays VAT is written (BT-48) unless the seller is exempt: the rule BR-O-02 refuses any VAT id then.
 * Beside it, its number of the trade register is its registration (BT-47), where it is known; without a VAT id its CUI is.
 */
export function buyerParty(buyer: InvoiceBuyer, { isExempt }: { readonly isExempt: boolean }): string {
  const hasVatId = buyer.kind === 'firm' && buyer.vatPayer && !isExempt;
  const firmId = buyer.kind === 'firm' && ((hasVatId && buyer.registrationNumber) || buyer.cui);
  return buildAggregate(
    'AccountingCustomerParty',
    buildAggregate(
      'Party',
      postalAddress(buyer),
      hasVatId ? taxScheme(`RO${buyer.cui}`) : null,
      buildAggregate(
        'PartyLegalEntity',
        textElement('RegistrationName', buyerName(buyer)),
        textElement('CompanyID', firmId || NO_PERSONAL_NUMBER),
      ),
    ),
  );
}

/** Returns „Ștefan Țăranu” or the firm. */
export function buyerName(buyer: InvoiceBuyer): string {
  return buyer.kind === 'firm' ? buyer.name : `${buyer.firstName} ${buyer.lastName}`;
}

function postalAddress({
  street,
  city,
  county,
  postalCode,
}: {
  readonly street: string;
  readonly city: string;
  readonly county: County;
  readonly postalCode: string | null;
}): string {
  return buildAggregate(
    'PostalAddress',
    textElement('StreetName', street, 150),
    textElement('CityName', county === BUCHAREST ? sectorCode(city) : city, 50),
    postalCode === null ? null : textElement('PostalZone', postalCode, 20),
    textElement('CountrySubentity', `RO-${county}`),
    buildAggregate('Country', textElement('IdentificationCode', 'RO')),
  );
}

/** Returns „SECTOR3” for „Sector 3”: in București only localities of the list of codes are taken. */
function sectorCode(city: string): string {
  return city.replace(/\s/g, '').toUpperCase();
}

function taxScheme(id: string): string {
  return buildAggregate(
    'PartyTaxScheme',
    textElement('CompanyID', id),
    buildAggregate('TaxScheme', textElement('ID', 'VAT')),
  );
}
