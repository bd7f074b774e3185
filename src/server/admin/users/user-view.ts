import { sql } from 'kysely';
import type { listUserSessions, UserBatch, UserFile } from '#contract/admin/admin-users.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { BatchState } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import { toLei } from '#domain/payments/amount.ts';
import { advancePlanState, getRunningSchedule } from '#domain/plans/periods.ts';
import { type PlanSchedule, scheduleAfter } from '#domain/plans/plan-schedule.ts';
import { onWire, readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { listGrants } from '#server/credits/grants-view.ts';
import { readPlanState } from '#server/plans/plan-store.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';
import { findFactorSince } from '#server/users/second-factor/second-factor-store.ts';
import { isIdle } from '#server/users/sign-in/session-store.ts';

/** Returns an account as admins see it: facts and counts, never pictures of batches or file names. Throws users/not-found. */
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
    hasSecondFactor: (await findFactorSince(app.db, userId)) !== null,
    balance: row.balance,
    grants: await listGrants(app.db, userId),
    periods: await listPeriods(app, userId),
    storedBytes: row.stored_bytes,
    lots: Number(row.lots),
    photos: Number(row.photos),
  };
}

async function listPeriods(app: App, userId: string): Promise<UserFile['periods']> {
  const now = app.now();
  const periods: UserFile['periods'] = [];
  let schedule: PlanSchedule | null = getRunningSchedule(
    advancePlanState(await readPlanState(app.db, userId), now).state,
    now,
  );
  while (schedule !== null) {
    const { plan, paidBani, startsAt, endsAt }: PlanSchedule['current'] = schedule.current;
    periods.push(onWire({ plan, price: toLei(paidBani), startsAt, endsAt }));
    schedule = endsAt === null ? null : scheduleAfter(schedule, endsAt);
  }
  return periods;
}

const BATCHES_PER_PAGE = 50;

interface Row {
  id: string;
  number: string;
  state: BatchState;
  outputs: number;
  created_at: Date;
  deleted_at: Date | null;
  photos: string;
  runs: string;
  settled: string;
  failures: UserBatch['failures'];
}

/**
 * Returns an account's batches by states and counts, with the photos that its owner sees in them. Names of batches and files never leave
 * the account.
 */
export async function listBatches(
  app: App,
  userId: string,
  cursor: number | undefined,
): Promise<{ lots: UserBatch[]; nextCursor: number | null }> {
  const { rows } = await sql<Row>`
    select b.id, b.number, b.state, jsonb_array_length(b.outputs) as outputs, b.created_at, b.deleted_at,
      (select count(*) from batch_photos bp join photos p on p.id = bp.photo_id
        where bp.batch_id = b.id and p.trashed_at is null and p.purged_at is null
          and p.state in ('uploading', 'preparing', 'ready')) as photos,
      coalesce(r.runs, 0) as runs, coalesce(r.settled, 0) as settled, coalesce(f.failures, '[]') as failures
    from batches b
    left join lateral (
      select count(*) as runs, sum(settled) as settled from runs where batch_id = b.id) r on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('code', code, 'photos', n) order by n desc, code) as failures from (
        select error->>'code' as code, count(*) as n from run_photos
        where run_id = (select id from runs where batch_id = b.id order by number desc limit 1) and state = 'failed'
        group by 1) codes) f on true
    where b.owner_id = ${userId} and b.number < ${cursor ?? Number.MAX_SAFE_INTEGER}
    order by b.number desc limit ${BATCHES_PER_PAGE + 1}`.execute(app.db);
  const batches = rows.slice(0, BATCHES_PER_PAGE).map(
    (row): UserBatch => ({
      id: row.id,
      number: Number(row.number),
      state: row.state,
      photos: Number(row.photos),
      outputs: row.outputs,
      runs: Number(row.runs),
      settled: Number(row.settled),
      failures: row.failures,
      isDeleted: row.deleted_at !== null,
      createdAt: row.created_at.toISOString(),
    }),
  );
  return {
    lots: batches,
    nextCursor: rows.length > BATCHES_PER_PAGE ? (batches.at(-1)?.number ?? null) : null,
  };
}

/** Returns an account's open sessions, last seen first. */
export async function listSessions(app: App, userId: string): Promise<ReplyOf<typeof listUserSessions>> {
  const rows = await app.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', app.now())
    .orderBy('seen_at', 'desc')
    .execute();
  return {
    sessions: rows
      .filter((row) => !isIdle(row.seen_at, app.now()))
      .map((row) =>
        onWire({
          id: row.id,
          userAgent: row.user_agent,
          createdAt: row.created_at,
          seenAt: row.seen_at,
          expiresAt: row.expires_at,
        }),
      ),
  };
}
