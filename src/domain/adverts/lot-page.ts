import { formatNumber } from '#domain/language/plural.ts';

/** A lot's own page: what its owner may say there, and how long it stands. */

export const PAGE_DAYS = [7, 30, 90] as const;
export type PageDays = (typeof PAGE_DAYS)[number];

/** `pages`: that stand at a time, since their copies count in no storage. */
export const PAGE_LIMITS = { pages: 50, title: 70, words: 2000, pictures: 60, price: 100_000_000 } as const;

export const CURRENCIES = ['RON', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];
export const CURRENCY_WORDS: Readonly<Record<Currency, string>> = { RON: 'lei', EUR: '€' };

/** Returns a price as readers see it. */
export function formatPagePrice(price: number, currency: Currency): string {
  return `${formatNumber(price)} ${CURRENCY_WORDS[currency]}`;
}

/** `ended`: by its owner, its day, or because nothing of the lot is left to show. */
export const PAGE_STATES = ['shown', 'ended', 'taken-down'] as const;

/** Grounds on which a reader reports a page. */
export const REPORT_KINDS = ['illegal', 'fraud', 'private', 'other'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Returns a phone number's digits with those of its country in front, as wa.me wants them; null for what is no number. */
export function readPhone(text: string): string | null {
  if (!/^\+?[\d ().-]{6,24}$/.test(text.trim())) return null;
  const digits = text.replace(/\D/g, '');
  const abroad = text.trim().startsWith('+') ? digits : digits.replace(/^00/, '').replace(/^0/, '40');
  // Many write the country's code and the zero that it replaces.
  const whole = abroad.replace(/^400/, '40');
  return /^[1-9]\d{7,14}$/.test(whole) ? whole : null;
}
