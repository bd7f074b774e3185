import type { CreditPackage } from '#contract/payments.ts';
import { DEFAULT_PACKAGES } from '#domain/payments/packages.ts';
import type { App } from '#server/app.ts';
import {
  asPackage,
  findPackages,
  hasPackages,
  insertDefaults,
} from '#server/payments/catalog/package-store.ts';

/** Packages for sale. The three defaults are created in one batch when there is no package at all. */
export async function listPackages(app: App, which = { activeOnly: true }): Promise<CreditPackage[]> {
  if (!(await hasPackages(app.db))) await app.change((tx) => insertDefaults(tx, app, DEFAULT_PACKAGES));
  return (await findPackages(app.db, which)).map(asPackage);
}
