import { plusDays } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { formatOrderNumber } from '#domain/payments/search/order-number.ts';

/** The two labels that the law gives (OUG 34/2014 art. 11¹): of the function, and of its last step. */
export const WITHDRAW_HERE = 'Retrage-te din contract aici';
export const CONFIRM_WITHDRAWAL = 'Confirmă retragerea';

/** Why money of a withdrawal is owed: the card provider refused, or was never asked because card payments were off or in another mode. */
export type DebtCause = 'refused' | 'closed';

export const WAYS_PAID = ['transfer', 'card'] as const;
/** How owed money was paid: by bank transfer, or on the card after all. */
export type WayPaid = (typeof WAYS_PAID)[number];

/** State of a withdrawal's money: asked of the provider, given back on the card, owed, or paid after it was owed. */
export type WithdrawalState = 'asked' | 'done' | 'owed' | 'paid';

const PAY_BACK_DAYS = 14;

/** Returns the last day (Bucharest's, „2026-12-08”) on which the law lets the money go back. The day of the declaration is not counted. */
export function payBackUntil(declaredAt: Date): string {
  return toBucharestDay(plusDays(toNoon(toBucharestDay(declaredAt)), PAY_BACK_DAYS));
}

/** Note to admins about money that is owed while the bank has taken the order's back. */
export const CHARGED_BACK_TOO =
  'Banca a luat între timp înapoi banii comenzii: vezi întâi în NETOPIA dacă i-a primit cumpărătorul, ca să nu plătești de două ori. Dacă îi are, notează plata ca făcută pe card.';

/** Returns an instant within a day of Bucharest, for the formatters. */
export function toNoon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** Returns the declaration, word for word. */
export function withdrawalWords({
  number,
  name,
}: {
  readonly number: string;
  readonly name: string;
}): string {
  return `Mă retrag din contractul pentru comanda ${formatOrderNumber(number)}: ${name}.`;
}

/** Days left at which admins are reminded; −1: once the day has passed. */
const REMINDED_AT = [-1, 1, 4] as const;

/** Returns the reminder that is due, as the days that were to be left; null for none yet. */
export function dueReminder(payUntil: string, now: Date): number | null {
  const left = Math.round((Date.parse(payUntil) - Date.parse(toBucharestDay(now))) / 86_400_000);
  return REMINDED_AT.find((days) => left <= days) ?? null;
}
