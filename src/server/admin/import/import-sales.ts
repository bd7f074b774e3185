import { readImportedPackage, readImportedPurchase } from '#domain/payments/imported-purchase.ts';
import { type ImportOutcome, importOne } from '#server/admin/import/import-one.ts';
import type { ExportedRow } from '#server/admin/import/read-export.ts';
import type { App } from '#server/app.ts';
import { importPackage } from '#server/payments/catalog/packages.ts';
import { importPurchase } from '#server/payments/orders/import-purchase.ts';

type Deps = Pick<App, 'change' | 'now' | 'newId'>;

export interface Counts {
  imported: number;
  alreadyHere: number;
  refused: number;
}

export interface SalesReport {
  readonly creditPackages: Counts;
  readonly creditPurchases: Counts;
  /** Rows as „creditPurchases/ID”, each with its problem. */
  readonly problems: readonly { uid: string; field: string; reason: string; refused: true }[];
}

/** Imports packages and purchases, each in a transaction of its own. `users`: uids whose accounts a dry run has just rolled back. */
export async function importSales(
  app: Deps,
  rows: { creditPackages: readonly ExportedRow[]; creditPurchases: readonly ExportedRow[] },
  { dryRun, users }: { dryRun: boolean; users: ReadonlySet<string> },
): Promise<SalesReport> {
  const problems: SalesReport['problems'][number][] = [];
  const each = async (
    collection: string,
    all: readonly ExportedRow[],
    take: (row: ExportedRow) => Promise<ImportOutcome>,
  ) => {
    const counts: Counts = { imported: 0, alreadyHere: 0, refused: 0 };
    for (const row of all) {
      const outcome = await take(row);
      counts[typeof outcome === 'string' ? outcome : 'refused'] += 1;
      if (typeof outcome !== 'string')
        problems.push({ uid: `${collection}/${row.id}`, ...outcome, refused: true });
    }
    return counts;
  };
  const creditPackages = await each('creditPackages', rows.creditPackages, async ({ document }) => {
    const read = readImportedPackage(document);
    if ('field' in read) return read;
    return importOne(app, dryRun, ({ tx }) => importPackage(tx, app, read));
  });
  const creditPurchases = await each('creditPurchases', rows.creditPurchases, async ({ id, document }) => {
    const read = readImportedPurchase(document);
    if ('field' in read) return read;
    return importOne(app, dryRun, async (unit) => {
      const outcome = await importPurchase(unit, app, { foreignId: id, ...read });
      if (outcome !== 'unknownUser') return outcome;
      if (dryRun && users.has(read.userId)) return 'imported';
      return { field: 'userId', reason: 'no imported account has this uid' };
    });
  });
  return { creditPackages, creditPurchases, problems };
}
