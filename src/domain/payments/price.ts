/** Prices: integer bani inside, lei on the wire (50), „50 Lei” on the screen. */
const whole = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('ro-RO', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function leiFromBani(bani: number): number {
  return bani / 100;
}

/** Exact bani of an amount in lei; null when it has more than two decimals or is no amount. */
export function baniFromLei(lei: number): number | null {
  const bani = Math.round(lei * 100);
  return Number.isSafeInteger(bani) && bani >= 0 && Math.abs(bani / 100 - lei) < 1e-9 ? bani : null;
}

/** „50 Lei”, „2,95 Lei”. */
export function leiLabel(lei: number): string {
  return `${Number.isInteger(lei) ? whole.format(lei) : cents.format(lei)}\u00a0Lei`;
}

/** What one credit of it costs: „5 Lei”, „3,33 Lei”. */
export function perCreditLabel(lei: number, credits: number): string {
  return leiLabel(Math.round((lei * 100) / credits) / 100);
}
