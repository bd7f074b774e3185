import { type BrandKit, NO_BRAND } from '#domain/recipes/brand-kit.ts';
import type { Db, Tx } from '#server/app.ts';

/** Returns the kit; an empty one where none is kept. */
export async function findBrand(db: Db | Tx, userId: string): Promise<BrandKit> {
  const row = await db
    .selectFrom('brand_kits')
    .select(['watermark', 'plates'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? NO_BRAND;
}

export async function keepBrand(
  tx: Tx,
  userId: string,
  { kit, now }: { kit: BrandKit; now: Date },
): Promise<void> {
  const facts = {
    watermark: kit.watermark && JSON.stringify(kit.watermark),
    plates: kit.plates && JSON.stringify(kit.plates),
    updated_at: now,
  };
  await tx
    .insertInto('brand_kits')
    .values({ user_id: userId, ...facts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(facts))
    .execute();
}
