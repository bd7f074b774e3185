import { type BillingForm, cuiDigits } from '#domain/payments/billing.ts';
import type { County } from '#domain/payments/counties.ts';

export const FIRM_STANDINGS = ['active', 'inactive', 'erased'] as const;
export type FirmStanding = (typeof FIRM_STANDINGS)[number];

/** `off`: firms are not looked up; `stand-in`: a program of this machine in the registry's place. */
export const FIRM_REGISTRY_MODES = ['live', 'stand-in', 'off'] as const;
export type FirmRegistryMode = (typeof FIRM_REGISTRY_MODES)[number];

/** A firm as the public registry has it, in the fields of the billing form. Empty: the registry does not say it. */
export interface RegisteredFirm {
  /** Digits only. */
  readonly cui: string;
  readonly name: string;
  readonly registrationNumber: string;
  /** Registered for value-added tax on the day that was asked for. */
  readonly paysVat: boolean;
  readonly standing: FirmStanding;
  /** Null: the registry has none. */
  readonly address: FirmAddress | null;
}

export interface FirmAddress {
  readonly street: string;
  /** A sector in București, a locality elsewhere. */
  readonly city: string;
  readonly county: County | '';
  readonly postalCode: string;
}

export const FIRM_OUTCOMES = ['found', 'not-found', 'away'] as const;

/** `away`: the registry did not answer, or not understandably. */
export interface FirmAnswer {
  readonly outcome: (typeof FIRM_OUTCOMES)[number];
  readonly firm: RegisteredFirm | null;
}

/**
 * Returns the changes of the form. An address replaces the whole one before: halves of two firms would make a third. A firm that was struck
 * off changes nothing.
 */
export function fillBilling(firm: RegisteredFirm): Partial<BillingForm> {
  if (firm.standing === 'erased') return {};
  const { name, registrationNumber, paysVat, address } = firm;
  return { name, registrationNumber, vatPayer: paysVat, ...address };
}

/**
 * Returns the changes of the form when another CUI is typed: what was filled in of the firm before and stands as it came is emptied, so that no
 * firm goes under the number of another. What the person wrote stays.
 */
export function changeCui(
  form: BillingForm,
  cui: string,
  filled: RegisteredFirm | null,
): Partial<BillingForm> {
  if (!isOfAnother(cui, filled)) return { cui };
  const stale = Object.entries(fillBilling(filled)).filter(
    ([field, value]) => form[field as keyof BillingForm] === value,
  );
  return { cui, ...Object.fromEntries(stale.map(([field]) => [field, field === 'vatPayer' ? false : ''])) };
}

/** True where a CUI is not that of the firm whose data were filled in. */
export function isOfAnother(cui: string, filled: RegisteredFirm | null): filled is RegisteredFirm {
  return filled !== null && cuiDigits(cui) !== filled.cui;
}
