import type { CreditPackage } from '#contract/payments.ts';
import { AppError } from '#domain/errors.ts';
import { diffFigures } from '#domain/figures.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { toBani, toLei } from '#domain/payments/amount.ts';
import { nameProblem } from '#domain/payments/custom-package.ts';
import type { ImportedPackage } from '#domain/payments/imported-purchase.ts';
import { DEFAULT_PACKAGES } from '#domain/payments/packages.ts';
import type { App, Tx, User } from '#server/app.ts';
import {
  asPackage,
  findPackage,
  findPackages,
  hasPackages,
  insertDefaults,
  insertImportedPackage,
  insertPackage,
  isOrdered,
  lockPackages,
  updateActive,
  updateFigures,
} from '#server/payments/catalog/package-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

/** Packages for sale. The three defaults are created in one batch when there is no package at all. */
export async function listPackages(app: App, which = { activeOnly: true }): Promise<CreditPackage[]> {
  if (!(await hasPackages(app.db))) await app.change(({ tx }) => insertDefaults(tx, app, DEFAULT_PACKAGES));
  return (await findPackages(app.db, which)).map(asPackage);
}

/** A custom package, by an admin. `price` in lei with at most two decimals. */
export async function createPackage(
  app: App,
  admin: User,
  input: { name: string; credits: number; price: number; isActive?: boolean | undefined },
): Promise<CreditPackage> {
  const priceBani = toBani(input.price);
  if (priceBani === null) throw new AppError('http/bad-request', { fields: ['price'] });
  const name = tidyLine(input.name);
  if (nameProblem(name)) throw new AppError('http/bad-request', { fields: ['name'] });
  const { credits, isActive = true } = input;
  return app.change(async ({ tx }) => {
    const made = asPackage(await insertPackage(tx, app, { name, credits, priceBani, isActive }));
    const details = { name, credits, price: input.price, isActive };
    await recordAudit(tx, app, { admin, kind: 'package-made', subject: made.id, details });
    return made;
  });
}

/** Takes a package off sale or puts it back, at once; orders that were begun keep their price. */
export async function setPackageActive(
  app: App,
  admin: User,
  { packageId, isActive }: { packageId: string; isActive: boolean },
): Promise<CreditPackage> {
  return app.change(async ({ tx, now }) => {
    const row = await updateActive(tx, packageId, { isActive, now });
    if (!row) throw new AppError('payments/package-not-found');
    const kind = isActive ? 'package-on-sale' : 'package-off-sale';
    await recordAudit(tx, app, { admin, kind, subject: packageId, details: { name: row.name } });
    return asPackage(row);
  });
}

/**
 * Another name, price or number of credits. A package that was never ordered is changed; one that was stays as it was sold, off sale, and a
 * new one takes its place.
 */
export async function replacePackage(
  app: App,
  admin: User,
  input: { packageId: string; name: string; credits: number; price: number },
): Promise<CreditPackage> {
  const { packageId, credits } = input;
  const priceBani = toBani(input.price);
  if (priceBani === null) throw new AppError('http/bad-request', { fields: ['price'] });
  const name = tidyLine(input.name);
  if (nameProblem(name)) throw new AppError('http/bad-request', { fields: ['name'] });
  return app.change(async ({ tx }) => {
    await lockPackages(tx);
    const before = await findPackage(tx, packageId);
    if (!before) throw new AppError('payments/package-not-found');
    const wasSold = await isOrdered(tx, packageId);
    const figures = { name, credits, priceBani };
    const made = wasSold
      ? await insertPackage(tx, app, { ...figures, isActive: before.is_active })
      : await updateFigures(tx, packageId, { ...figures, now: app.now() });
    if (wasSold) await updateActive(tx, packageId, { isActive: false, now: app.now() });
    const was = { name: before.name, credits: before.credits, price: toLei(before.price_bani) };
    const changes = diffFigures(was, { name, credits, price: input.price });
    const details = { name, changes, ...(wasSold && { replaces: packageId }) };
    await recordAudit(tx, app, { admin, kind: 'package-replaced', subject: made.id, details });
    return asPackage(made);
  });
}

/** A package is the same by name, credits and price; one that is here stays as it is. */
export async function importPackage(
  tx: Tx,
  app: Pick<App, 'now' | 'newId'>,
  imported: ImportedPackage,
): Promise<'imported' | 'alreadyHere'> {
  await lockPackages(tx);
  const isNew = await insertImportedPackage(tx, app.newId('pkg'), { ...imported, now: app.now() });
  return isNew ? 'imported' : 'alreadyHere';
}
