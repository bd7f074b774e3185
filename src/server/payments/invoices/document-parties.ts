import type { InvoiceBuyer, InvoiceSeller } from '#domain/invoices/snapshot.ts';
import type { VatStatus } from '#domain/invoices/vat.ts';
import {
  BILLING_FIELDS,
  type BillingDetails,
  type BillingForm,
  cuiDigits,
} from '#domain/payments/billing.ts';
import { BUCHAREST, type County } from '#domain/payments/counties.ts';
import { hasFormsRecord, type Operator } from '#domain/payments/operator.ts';

/**
 * The seller as a document names it; null where the record lacks something that a real one must say. `isTrial`: what is missing is filled with
 * nothing, or a name and a place that say it, so that a trial works before anything is entered.
 */
export function toInvoiceSeller(
  operator: Operator | null,
  { vatStatus, isTrial }: { vatStatus: VatStatus; isTrial: boolean },
): InvoiceSeller | null {
  const { name, legalForm, cui, tradeRegister, street, city, county, postalCode, capitalLei, phone, email } =
    operator ?? NOTHING;
  const isWhole =
    [name, cui, street, city, postalCode, phone, email].every(Boolean) &&
    county !== null &&
    hasFormsRecord({ legalForm, tradeRegister, capitalLei });
  if (!isWhole && !isTrial) return null;
  return {
    name: name || 'Vânzător de probă',
    cui: cuiDigits(cui),
    tradeRegister,
    street,
    city: city || (county === null ? 'SECTOR1' : '–'),
    county: county ?? BUCHAREST,
    postalCode,
    shareCapitalLei: capitalLei ?? 0,
    iban: operator?.iban || null,
    phone,
    email,
    vatStatus,
  };
}

const NOTHING: Omit<Operator, 'iban'> = {
  name: '',
  legalForm: 'company',
  cui: '',
  tradeRegister: '',
  street: '',
  city: '',
  county: null,
  postalCode: '',
  capitalLei: null,
  phone: '',
  email: '',
};

/** The buyer as the checkout says. */
export function toInvoiceBuyer(billing: BillingDetails): InvoiceBuyer {
  const { street, city, county, postalCode } = billing;
  const place: { street: string; city: string; county: County; postalCode: string | null } = {
    street,
    city,
    county,
    postalCode,
  };
  if (billing.kind === 'person')
    return { kind: 'person', firstName: billing.firstName, lastName: billing.lastName, ...place };
  const { name, cui, registrationNumber, vatPayer = false } = billing;
  return { kind: 'firm', name, cui, registrationNumber, vatPayer, ...place };
}

/** The buyer of a document as a form to mend it is filled in with; documents hold no phone number. */
export function toBillingForm(buyer: InvoiceBuyer): BillingForm {
  const known: Readonly<Record<string, unknown>> = { ...buyer };
  const fields = BILLING_FIELDS.map((field) => [field, String(known[field] ?? '')]);
  const registered = buyer.kind === 'firm' ? { vatPayer: buyer.vatPayer } : {};
  return { kind: buyer.kind, ...Object.fromEntries(fields), ...registered } as BillingForm;
}
