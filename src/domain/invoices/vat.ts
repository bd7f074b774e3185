/**
 * Everything that the product says about value-added tax. A sentence, a form or the card provider's call that needs it asks here; no other
 * file writes the three letters, but those that make invoices.
 */
export const VAT_STATUSES = ['exempt', 'payer', 'payer-cash'] as const;
/** `payer-cash`: a payer whose tax is due when the money comes („TVA la încasare”). */
export type VatStatus = (typeof VAT_STATUSES)[number];

/** The seller's registration and the rates of the law. */
export interface VatRules {
  /** The first day („2026-01-01”, Bucharest's) on which the seller is a payer; null: exempt. */
  readonly payerFrom: string | null;
  readonly isCash: boolean;
  /** Whole percent, each from its day on. */
  readonly rates: readonly { readonly percent: number; readonly from: string }[];
}

export interface VatOfDay {
  readonly status: VatStatus;
  /** Null for an exempt seller. */
  readonly percent: number | null;
}

/** Returns the seller's VAT of a day of Bucharest's. Throws for a payer where no rate is in force by then. */
export function vatOn({ payerFrom, isCash, rates }: VatRules, day: string): VatOfDay {
  if (payerFrom === null || day < payerFrom) return { status: 'exempt', percent: null };
  const [rate] = rates.filter(({ from }) => from <= day).sort((a, b) => (a.from < b.from ? 1 : -1));
  if (!rate) throw new Error(`no rate of value-added tax is in force on ${day}`);
  return { status: isCash ? 'payer-cash' : 'payer', percent: rate.percent };
}

/** Returns the seller's fiscal code as documents write it: RO stands before a payer's. `cui`: digits. */
export function fiscalCode(cui: string, status: VatStatus): string {
  return status === 'exempt' || cui === '' ? cui : `RO${cui}`;
}

const INCLUDED = ', cu TVA inclus';

/**
 * Returns „149 lei, cu TVA inclus”. An exempt seller's price stands alone: in trade, „fără TVA” is said of a price to which tax is yet
 * added.
 */
export function withVat(price: string, status: VatStatus): string {
  return status === 'exempt' ? price : `${price}${INCLUDED}`;
}

/** Returns the label over the sum of an order. */
export function totalLabel(status: VatStatus): string {
  return status === 'exempt' ? 'Total de plată' : withVat('Total', status);
}

/** Returns the note near the prices of an exempt seller, a sentence without its full stop; null for a payer. */
export function vatNote(status: VatStatus): string | null {
  return status === 'exempt' ? 'Vânzătorul nu este plătitor de TVA' : null;
}

/** Returns the words after „Prețurile sunt finale, în lei” in the terms; an exempt seller's with its reason. */
export function vatTerms(status: VatStatus): string {
  const note = vatNote(status);
  return note ? `. ${note} (regimul special de scutire, art. 310 din Codul fiscal)` : INCLUDED;
}

/** Label of the box by which a firm that buys says that it pays VAT. */
export const VAT_PAYER_LABEL = 'Plătitor de TVA';

/** Heads of columns and names of facts about amounts. */
export const VAT_LABELS = { net: 'Bază', vat: 'TVA', gross: 'Total' } as const;

/** Words for the seller's registration, for admins. */
export const VAT_STATUS_WORDS: Readonly<Record<VatStatus, string>> = {
  exempt: 'neplătitor de TVA',
  payer: 'plătitor de TVA',
  'payer-cash': 'plătitor de TVA, cu TVA la încasare',
};
