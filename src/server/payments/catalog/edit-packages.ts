import type { CreditPackage } from '#contract/payments.ts';
import { AppError } from '#domain/errors.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import { baniOf } from '#domain/payments/amount.ts';
import { nameProblem } from '#domain/payments/custom-package.ts';
import type { App, User } from '#server/app.ts';
import { asPackage, insertPackage, updateActive } from '#server/payments/catalog/package-store.ts';
import { noteAct } from '#server/users/admins/admin-act-store.ts';

/** A custom package, by an admin. `price` in lei with at most two decimals. */
export async function createPackage(
  app: App,
  admin: User,
  input: { name: string; credits: number; price: number; isActive?: boolean | undefined },
): Promise<CreditPackage> {
  const priceBani = baniOf(input.price);
  if (priceBani === null) throw new AppError('http/bad-request', { fields: ['price'] });
  const name = tidyLine(input.name);
  if (nameProblem(name)) throw new AppError('http/bad-request', { fields: ['name'] });
  const { credits, isActive = true } = input;
  return app.change(async (tx) => {
    const made = asPackage(await insertPackage(tx, app, { name, credits, priceBani, isActive }));
    const details = { name, credits, price: input.price, isActive };
    await noteAct(tx, app, admin, { kind: 'package-made', subject: made.id, details });
    return made;
  });
}

/** Takes a package off sale or puts it back, at once; orders that were begun keep their price. */
export async function setPackageActive(
  app: App,
  admin: User,
  { packageId, isActive }: { packageId: string; isActive: boolean },
): Promise<CreditPackage> {
  return app.change(async (tx) => {
    const row = await updateActive(tx, packageId, isActive, app.now());
    if (!row) throw new AppError('payments/package-not-found');
    const kind = isActive ? 'package-on-sale' : 'package-off-sale';
    await noteAct(tx, app, admin, { kind, subject: packageId, details: { name: row.name } });
    return asPackage(row);
  });
}
