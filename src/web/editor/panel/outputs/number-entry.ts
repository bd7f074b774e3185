import { formatNumber } from '#domain/language/plural.ts';

/** Bounds of a whole number as it is typed: empty and half-written texts are no number, and a number outside the bounds is reported. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export type Entry =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly error: string };

export function readEntry(text: string, { low, high }: Bounds): Entry {
  const digits = text.replace(/[\s.]/g, '');
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  if (value >= low && value <= high) return { ok: true, value };
  return { ok: false, error: `Între ${formatNumber(low)} și ${formatNumber(high)}.` };
}

export const SIDE_BOUNDS: Bounds = { low: 16, high: 6000 };
export const KILOBYTE_BOUNDS: Bounds = { low: 20, high: 20_000 };
