import { isWarningDue, LONGEST_WARNING_DAYS, lowBalanceGrant } from '#domain/credits/warnings.ts';
import { plusDays } from '#domain/days.ts';
import type { Db } from '#server/app.ts';
import { spendableCredits } from '#server/credits/account-store.ts';

/** A mail about a grant, to an address that is proven to be the person's. */
export interface Notice {
  readonly userId: string;
  readonly address: string;
  readonly grantId: string;
}

const CHUNK_SIZE = 500;

/** Returns grants that expire soon and that no mail was sent about. */
export async function expiringGrants(db: Db, now: Date): Promise<Notice[]> {
  const rows = await db
    .selectFrom('credit_grants as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.id', 'g.source', 'g.expires_at', 'u.id as user_id', 'u.email'])
    .where('g.remaining', '>', 0)
    .where('g.source', '!=', 'plan')
    .where('g.expires_at', '>', now)
    .where('g.expires_at', '<=', plusDays(now, LONGEST_WARNING_DAYS))
    .where('u.email_verified_at', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails')
            .select('id')
            .where('kind', '=', 'expiring-credits')
            .whereRef('ref', '=', 'g.id'),
        ),
      ),
    )
    .orderBy('g.expires_at')
    .limit(CHUNK_SIZE)
    .execute();
  return rows
    .filter((row) => isWarningDue({ source: row.source, expiresAt: row.expires_at }, now))
    .map((row) => ({ userId: row.user_id, address: row.email, grantId: row.id }));
}

/** Returns accounts with ledger entries after `since` and a low balance, each with the grant that the mail names. */
export async function lowBalances(db: Db, since: Date, now: Date): Promise<Notice[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('credit_ledger').select('user_id').where('created_at', '>', since),
    )
    .execute();
  const notices: Notice[] = [];
  for (const { id: userId, email: address } of users) {
    const grants = await db
      .selectFrom('credit_grants')
      .select(['id', 'granted', 'remaining'])
      .where('user_id', '=', userId)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('seq')
      .execute();
    const grantId = lowBalanceGrant(await spendableCredits(db, userId, now), grants);
    if (grantId !== null) notices.push({ userId, address, grantId });
  }
  return notices;
}
