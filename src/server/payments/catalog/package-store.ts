import { type Selectable, sql } from 'kysely';
import type { CreditPackage } from '#contract/payments.ts';
import { toLei } from '#domain/payments/amount.ts';
import type { ImportedPackage } from '#domain/payments/imported-purchase.ts';
import type { DefaultPackage } from '#domain/payments/packages.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { App, Db, Tx } from '#server/app.ts';

type Row = Selectable<DB['credit_packages']>;

/** Smallest first. */
export async function findPackages(db: Db | Tx, which: { activeOnly: boolean }): Promise<Row[]> {
  const all = db.selectFrom('credit_packages').selectAll().orderBy('credits').orderBy('created_at');
  return (which.activeOnly ? all.where('is_active', '=', true) : all).execute();
}

export async function findPackage(db: Db | Tx, id: string): Promise<Row | undefined> {
  return db.selectFrom('credit_packages').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function hasPackages(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('credit_packages').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** One statement; a default that another one has just made stays theirs. */
export async function insertDefaults(tx: Tx, app: App, defaults: readonly DefaultPackage[]): Promise<void> {
  const now = app.now();
  await tx
    .insertInto('credit_packages')
    .values(
      defaults.map(({ key, name, credits, priceBani }) => ({
        id: app.newId('pkg'),
        name,
        credits,
        price_bani: priceBani,
        default_key: key,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('default_key').doNothing())
    .execute();
}

export async function insertPackage(
  tx: Tx,
  app: App,
  input: { name: string; credits: number; priceBani: number; isActive: boolean },
): Promise<Row> {
  const now = app.now();
  return tx
    .insertInto('credit_packages')
    .values({
      id: app.newId('pkg'),
      name: input.name,
      credits: input.credits,
      price_bani: input.priceBani,
      is_active: input.isActive,
      default_key: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Until the transaction's end no other one adds a package. */
export async function lockPackages(tx: Tx): Promise<void> {
  await sql`lock table credit_packages in share row exclusive mode`.execute(tx);
}

/** False: one with this name, credits and price is here. */
export async function insertImportedPackage(
  tx: Tx,
  id: string,
  { name, credits, priceBani, isActive, createdAt, updatedAt, now }: ImportedPackage & { readonly now: Date },
): Promise<boolean> {
  const same = await tx
    .selectFrom('credit_packages')
    .select('id')
    .where('name', '=', name)
    .where('credits', '=', credits)
    .where('price_bani', '=', priceBani)
    .executeTakeFirst();
  if (same) return false;
  const times = { created_at: createdAt ?? now, updated_at: updatedAt ?? createdAt ?? now };
  const row = { id, name, credits, price_bani: priceBani, is_active: isActive, default_key: null };
  await tx
    .insertInto('credit_packages')
    .values({ ...row, ...times })
    .execute();
  return true;
}

export async function updateActive(
  tx: Tx,
  id: string,
  { isActive, now }: { isActive: boolean; now: Date },
): Promise<Row | undefined> {
  return tx
    .updateTable('credit_packages')
    .set({ is_active: isActive, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** True when it was ordered, or a checkout names it. */
export async function isOrdered(tx: Tx, packageId: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('item', '=', packageId)
    .limit(1)
    .executeTakeFirst();
  const checkout = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('item', '=', packageId)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined || checkout !== undefined;
}

export async function updateFigures(
  tx: Tx,
  id: string,
  { name, credits, priceBani, now }: { name: string; credits: number; priceBani: number; now: Date },
): Promise<Row> {
  return tx
    .updateTable('credit_packages')
    .set({ name, credits, price_bani: priceBani, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function asPackage(row: Row): CreditPackage {
  return {
    id: row.id,
    name: row.name,
    credits: row.credits,
    price: toLei(row.price_bani),
    currency: row.currency,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
