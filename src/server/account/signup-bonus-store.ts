import { readTrial, wasTrialTaken } from '#domain/plans/trial.ts';
import { signupBonusEmails } from '#domain/users/email.ts';
import type { App, Tx } from '#server/app.ts';
import { readStoredFields } from '#server/users/user-store.ts';

/** Claims a bonus for an address, given as its keyed hashes. Returns true for the address's first claim of this kind. */
export async function claimSignupBonus(
  tx: Tx,
  emailKeys: readonly string[],
  kind: 'registration' | 'trial',
): Promise<boolean> {
  const rows = await tx
    .insertInto('gift_claims')
    .values(emailKeys.map((key) => ({ address_key: key, kind })))
    .onConflict((conflict) => conflict.columns(['address_key', 'kind']).doNothing())
    .returning('kind')
    .execute();
  return rows.length === emailKeys.length;
}

/** Remembers for 24 months that the address an account leaves has had its signup bonus (and its trial). */
export async function rememberSignupBonus(
  tx: Tx,
  app: App,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const hadTrial = wasTrialTaken(readTrial(await readStoredFields(tx, userId)));
  const kinds = hadTrial ? (['registration', 'trial'] as const) : (['registration'] as const);
  const created_at = app.now();
  const keys = signupBonusEmails(email).map((bonusEmail) => app.keyedHash('gift', bonusEmail));
  await tx
    .insertInto('gift_claims')
    .values(keys.flatMap((address_key) => kinds.map((kind) => ({ address_key, kind, created_at }))))
    .onConflict((conflict) => conflict.columns(['address_key', 'kind']).doUpdateSet({ created_at }))
    .execute();
}
