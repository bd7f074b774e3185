import type { CreditPackage } from '#contract/payments.ts';
import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { baniOf } from '#domain/payments/amount.ts';
import { nameProblem } from '#domain/payments/custom-package.ts';
import type { App } from '#server/app.ts';
import { asPackage, insertPackage, updateActive } from '#server/payments/package-store.ts';

/** A custom package, by an admin. `price` in lei with at most two decimals. */
export async function createPackage(
  app: App,
  input: { name: string; credits: number; price: number; isActive?: boolean | undefined },
): Promise<CreditPackage> {
  const priceBani = baniOf(input.price);
  if (priceBani === null) throw new AppError('http/bad-request', { fields: ['price'] });
  const name = tidyLine(input.name);
  if (nameProblem(name)) throw new AppError('http/bad-request', { fields: ['name'] });
  const { credits, isActive = true } = input;
  return asPackage(await app.change((tx) => insertPackage(tx, app, { name, credits, priceBani, isActive })));
}

/** Off sale at once for whoever looks from now on; orders that were begun keep their price. */
export async function setPackageActive(
  app: App,
  input: { packageId: string; isActive: boolean },
): Promise<CreditPackage> {
  const row = await app.change((tx) => updateActive(tx, input.packageId, input.isActive, app.now()));
  if (!row) throw new AppError('payments/package-not-found');
  return asPackage(row);
}
