import type { Tx } from '#server/app.ts';

/** True for the first claim of this kind by an address (given as its keyed hash). */
export async function claimGift(
  tx: Tx,
  addressKey: string,
  kind: 'registration' | 'trial',
): Promise<boolean> {
  const row = await tx
    .insertInto('gift_claims')
    .values({ address_key: addressKey, kind })
    .onConflict((conflict) => conflict.columns(['address_key', 'kind']).doNothing())
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
}
