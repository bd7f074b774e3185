import { fiscalCode, type VatRules, vatOn } from '#domain/invoices/vat.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { cuiDigits } from '#domain/payments/billing.ts';
import { BUCHAREST, COUNTIES, type County } from '#domain/payments/counties.ts';

/**
 * What kind of seller: a company has capital and a number in the trade register, a sole trader (PFA, II, IF) the number alone, another
 * (association, foundation, liberal profession) need have neither.
 */
export const LEGAL_FORMS = ['company', 'sole-trader', 'other'] as const;
export type LegalForm = (typeof LEGAL_FORMS)[number];

/** The firm that sells, as it is registered. Empty or null where it has not been entered. */
export interface Operator {
  readonly name: string;
  readonly legalForm: LegalForm;
  readonly cui: string;
  readonly tradeRegister: string;
  readonly street: string;
  /** A locality; in București one of SECTOR1 … SECTOR6. */
  readonly city: string;
  readonly county: County | null;
  readonly postalCode: string;
  /** Share capital, whole lei. */
  readonly capitalLei: number | null;
  readonly iban: string;
  readonly phone: string;
  readonly email: string;
}

export const NO_OPERATOR = 'Datele operatorului nu sunt încă completate';

/** „Str. Horea 4, 400174 Cluj-Napoca, jud. Cluj”; in București „Calea Victoriei 1, 010061 București, sector 1”. */
export function operatorAddress({ street, city, county, postalCode }: Operator): string {
  const isBucharest = county === BUCHAREST;
  const locality = [postalCode, isBucharest ? COUNTIES.B : city].filter(Boolean).join(' ');
  const region = isBucharest ? city.replace(/^SECTOR/, 'sector ') : county && `jud. ${COUNTIES[county]}`;
  return [street, locality, region].filter(Boolean).join(', ');
}

/**
 * „Fotolot SRL · CUI RO14399840 · nr. reg. com. J12/345/2026 · capital social 200 lei · Str. Horea 4, 400174 Cluj-Napoca, jud. Cluj”: each
 * fact that is there.
 */
export function operatorFacts(operator: Operator): string {
  const { name, cui, tradeRegister, capitalLei } = operator;
  return [
    name,
    cui && `CUI ${cui}`,
    tradeRegister && `nr. reg. com. ${tradeRegister}`,
    capitalLei !== null && `capital social ${capitalLei.toLocaleString('ro-RO')} lei`,
    operatorAddress(operator),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What of the record a seller of that form must have besides what every seller has. */
export function hasFormsRecord({
  legalForm,
  tradeRegister,
  capitalLei,
}: Pick<Operator, 'legalForm' | 'tradeRegister' | 'capitalLei'>): boolean {
  const isRegistered = legalForm === 'other' || tradeRegister !== '';
  return isRegistered && (legalForm !== 'company' || capitalLei !== null);
}

/** The seller, and what its registration for tax depends on. */
interface Selling {
  readonly operator: Operator | null;
  readonly vat: VatRules;
  readonly now: () => Date;
}

/** The record with its fiscal code as today's documents write it, however it was entered. */
export function operatorToday({ operator, vat, now }: Selling): Operator | null {
  if (!operator) return null;
  const { status } = vatOn(vat, toBucharestDay(now()));
  return { ...operator, cui: fiscalCode(cuiDigits(operator.cui), status) };
}

/** The seller in one line of a mail. */
export function sellerLine(selling: Selling): string {
  const operator = operatorToday(selling);
  if (!operator) return `Vânzătorul: ${NO_OPERATOR.toLowerCase()}. Plățile de acum sunt doar de probă.`;
  const { phone, email } = operator;
  return `Vânzătorul: ${[operatorFacts(operator), phone, email].filter(Boolean).join(' · ')}.`;
}
