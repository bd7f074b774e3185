import type { UserFile } from '#contract/admin/admin-users.ts';
import { inSpendingOrder } from '#domain/credits/grants.ts';
import { AppError } from '#domain/errors.ts';
import { leiOf } from '#domain/payments/amount.ts';
import { following, type Line } from '#domain/plans/line.ts';
import { advance, running } from '#domain/plans/periods.ts';
import { onWire, readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { readPlanState } from '#server/plans/plan-store.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

/** An account as admins see it: facts, as many photos as its gallery shows, never pictures of lots or file names. Refuses users/not-found. */
export async function readUser(app: App, userId: string): Promise<UserFile> {
  const row = await app.db
    .selectFrom('users')
    .innerJoin('credit_accounts', 'credit_accounts.user_id', 'users.id')
    .leftJoin('imported_users', 'imported_users.user_id', 'users.id')
    .select(DOCUMENT_COLUMNS)
    .select(['foreign_uid', 'suspended_at', 'stored_bytes', 'balance'])
    .select(({ selectFrom, fn }) => [
      selectFrom('batches')
        .select(fn.countAll().as('n'))
        .whereRef('owner_id', '=', 'users.id')
        .where('batches.deleted_at', 'is', null)
        .as('lots'),
      selectFrom('photos')
        .select(fn.countAll().as('n'))
        .whereRef('owner_id', '=', 'users.id')
        .where('photos.purged_at', 'is', null)
        .where('photos.trashed_at', 'is', null)
        .where('photos.state', 'in', ['preparing', 'ready'])
        .as('photos'),
    ])
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('users/not-found');
  return {
    user: await readUserDocument(app, userId),
    stored: onWire(storedFields(row)),
    importedUid: row.foreign_uid,
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    balance: row.balance,
    grants: await grantsOf(app, userId),
    periods: await periodsOf(app, userId),
    storedBytes: row.stored_bytes,
    lots: Number(row.lots),
    photos: Number(row.photos),
  };
}

async function grantsOf(app: App, userId: string): Promise<UserFile['grants']> {
  const rows = await app.db
    .selectFrom('credit_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('remaining', '>', 0)
    .execute();
  const grants = inSpendingOrder(rows.map((row) => ({ ...row, expiresAt: row.expires_at })));
  return grants.map(({ source, granted, remaining, expiresAt, created_at: createdAt }) =>
    onWire({ source, granted, remaining, expiresAt, createdAt }),
  );
}

async function periodsOf(app: App, userId: string): Promise<UserFile['periods']> {
  const now = app.now();
  const periods: UserFile['periods'] = [];
  let line: Line | null = running(advance(await readPlanState(app.db, userId), now).state, now);
  while (line !== null) {
    const { plan, paidBani, startsAt, endsAt }: Line['current'] = line.current;
    periods.push(onWire({ plan, price: leiOf(paidBani), startsAt, endsAt }));
    line = endsAt === null ? null : following(line, endsAt);
  }
  return periods;
}
