import type { ImportedPackage } from '#domain/payments/imported-purchase.ts';
import type { App, Tx } from '#server/app.ts';
import { insertImportedPackage, lockPackages } from '#server/payments/catalog/package-store.ts';

/** A package is the same by name, credits and price; one that is here stays as it is. */
export async function importPackage(
  tx: Tx,
  app: Pick<App, 'now' | 'newId'>,
  imported: ImportedPackage,
): Promise<'imported' | 'alreadyHere'> {
  await lockPackages(tx);
  const isNew = await insertImportedPackage(tx, app.newId('pkg'), imported, app.now());
  return isNew ? 'imported' : 'alreadyHere';
}
