/** The firm that sells, as it is registered. Empty where it has not been entered. */
export interface Operator {
  readonly name: string;
  readonly cui: string;
  readonly tradeRegister: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

export const NO_OPERATOR = 'Datele operatorului nu sunt încă completate';

/** „Fotolot SRL · CUI RO14399840 · J12/345/2026 · Str. Horea 4, Cluj-Napoca”: each fact that is there. */
export function operatorFacts({ name, cui, tradeRegister, address: postalAddress }: Operator): string {
  return [name, cui && `CUI ${cui}`, tradeRegister && `nr. reg. com. ${tradeRegister}`, postalAddress]
    .filter(Boolean)
    .join(' · ');
}

/** The seller in one line of a mail. */
export function sellerLine(operator: Operator | null): string {
  if (!operator) return `Vânzătorul: ${NO_OPERATOR.toLowerCase()}. Plățile de acum sunt doar de probă.`;
  const { phone, email } = operator;
  return `Vânzătorul: ${[operatorFacts(operator), phone, email].filter(Boolean).join(' · ')}.`;
}
