import type { Tx } from '#server/app.ts';

/** True for the first claim of this kind by an address, given as the keyed hashes it is counted on. */
export async function claimGift(
  tx: Tx,
  addressKeys: readonly string[],
  kind: 'registration' | 'trial',
): Promise<boolean> {
  const rows = await tx
    .insertInto('gift_claims')
    .values(addressKeys.map((key) => ({ address_key: key, kind })))
    .onConflict((conflict) => conflict.columns(['address_key', 'kind']).doNothing())
    .returning('kind')
    .execute();
  return rows.length === addressKeys.length;
}
