import type { CreditPackage } from '#contract/payments.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { BOUGHT_CREDITS_MONTHS, boughtUntil } from '#domain/payments/packages.ts';
import { balanceBuys } from '#web/text/credit-words.ts';

/** One thing on the sheet before a payment. */
export interface CheckoutItem {
  readonly kind: 'package' | 'plan';
  /** Package id or plan value: `packageType` on the wire. */
  readonly id: string;
  readonly name: string;
  /** Lei, VAT included. */
  readonly price: number;
  /** What it buys and for how long, a line each. */
  readonly lines: readonly string[];
}

/** Whether the server takes orders for it today. */
export function buyable({ kind }: Pick<CheckoutItem, 'kind'>): boolean {
  return kind === 'package';
}

export function packageItem({ id, name, price, credits }: CreditPackage, now: Date): CheckoutItem {
  const months = count(BOUGHT_CREDITS_MONTHS, { one: 'lună', few: 'luni' });
  return {
    kind: 'package',
    id,
    name,
    price,
    lines: [
      `${count(credits, NOUNS.credit)}. ${balanceBuys(credits)}`,
      `Valabile ${months}, până pe ${formatDay(boughtUntil(now))}.`,
    ],
  };
}
