import type { CreditPackage } from '#contract/payments.ts';
import { AppError } from '#domain/errors.ts';
import { changesOf } from '#domain/figures.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { baniOf, leiOf } from '#domain/payments/amount.ts';
import { nameProblem } from '#domain/payments/custom-package.ts';
import type { App, User } from '#server/app.ts';
import {
  asPackage,
  findPackage,
  insertPackage,
  isOrdered,
  lockPackages,
  updateActive,
  updateFigures,
} from '#server/payments/catalog/package-store.ts';
import { noteAct } from '#server/users/admins/admin-act-store.ts';

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
  const priceBani = baniOf(input.price);
  if (priceBani === null) throw new AppError('http/bad-request', { fields: ['price'] });
  const name = tidyLine(input.name);
  if (nameProblem(name)) throw new AppError('http/bad-request', { fields: ['name'] });
  return app.change(async (tx) => {
    await lockPackages(tx);
    const before = await findPackage(tx, packageId);
    if (!before) throw new AppError('payments/package-not-found');
    const wasSold = await isOrdered(tx, packageId);
    const figures = { name, credits, priceBani };
    const made = wasSold
      ? await insertPackage(tx, app, { ...figures, isActive: before.is_active })
      : await updateFigures(tx, packageId, figures, app.now());
    if (wasSold) await updateActive(tx, packageId, false, app.now());
    const was = { name: before.name, credits: before.credits, price: leiOf(before.price_bani) };
    const changes = changesOf(was, { name, credits, price: input.price });
    const details = { name, changes, ...(wasSold && { replaces: packageId }) };
    await noteAct(tx, app, admin, { kind: 'package-replaced', subject: made.id, details });
    return asPackage(made);
  });
}
