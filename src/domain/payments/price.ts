/** Prices on the screen; they come in lei, as on the wire. */
const whole = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('ro-RO', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Returns „50 Lei”, „2,95 Lei”. */
export function leiLabel(lei: number): string {
  return `${Number.isInteger(lei) ? whole.format(lei) : cents.format(lei)}\u00a0Lei`;
}

/** Returns the price per credit: „5 Lei”, „3,33 Lei”. */
export function perCreditLabel(lei: number, credits: number): string {
  return leiLabel(Math.round((lei * 100) / credits) / 100);
}

/** Returns an amount in running text and mails: „50 lei”, „199,90 lei”. Takes bani. */
export function leiInText(bani: number): string {
  return `${bani % 100 === 0 ? whole.format(bani / 100) : cents.format(bani / 100)}\u00a0lei`;
}

/** Returns the same for an amount in lei, as it comes on the wire. */
export function inLei(lei: number): string {
  return leiInText(Math.round(lei * 100));
}
