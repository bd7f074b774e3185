import type { Db, Tx } from '#server/app.ts';

/** Returns an admin's choice, which overrides the setting; null: none. */
export async function findModelChoice(db: Db | Tx): Promise<string | null> {
  const row = await db.selectFrom('cutout_model_choice').select('choice').executeTakeFirst();
  return row?.choice ?? null;
}

/** Replaces the choice. */
export async function storeModelChoice(tx: Tx, choice: string): Promise<void> {
  await tx
    .insertInto('cutout_model_choice')
    .values({ choice })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ choice }))
    .execute();
}
