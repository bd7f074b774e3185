import { AppError } from '#domain/errors.ts';
import type { Db, Tx } from '#server/app.ts';
import { findPackage } from '#server/payments/package-store.ts';

/** What is for sale under a packageType, with today's price. */
export interface Offer {
  readonly kind: 'package' | 'plan';
  readonly item: string;
  readonly name: string;
  readonly credits: number;
  readonly priceBani: number;
}

export async function findOffer(db: Db | Tx, packageType: string): Promise<Offer> {
  const row = packageType.startsWith('pkg_') ? await findPackage(db, packageType) : undefined;
  if (!row?.is_active) throw new AppError('payments/package-not-found');
  return { kind: 'package', item: row.id, name: row.name, credits: row.credits, priceBani: row.price_bani };
}
