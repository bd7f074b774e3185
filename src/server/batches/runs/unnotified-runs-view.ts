import { sql } from 'kysely';
import type { RunState } from '#domain/batches/states.ts';
import type { Db } from '#server/app.ts';

export interface UnnotifiedRun {
  readonly runId: string;
  readonly ownerId: string;
  readonly batchId: string;
  readonly number: number;
  readonly state: RunState;
  readonly done: number;
  readonly total: number;
  readonly address: string;
  /** The user has a proven address, may sign in and wants such mails; the batch still exists. */
  readonly wanted: boolean;
}

const CHUNK_SIZE = 500;

/** Returns long runs whose end their owner did not see, at most CHUNK_SIZE. */
export async function unnotifiedRuns(db: Db, now: Date): Promise<UnnotifiedRun[]> {
  const { rows } = await sql<UnnotifiedRun>`
    select r.id as "runId", r.owner_id as "ownerId", r.batch_id as "batchId", b.number, r.state, u.email as address,
      p.done, p.total,
      u.email_verified_at is not null and u.deleted_at is null and u.suspended_at is null and u.long_run_mails
        and b.deleted_at is null as wanted
    from runs r join batches b on b.id = r.batch_id join users u on u.id = r.owner_id
      cross join lateral (select count(*) filter (where state = 'done')::int as done, count(*)::int as total
        from run_photos where run_id = r.id) p
    where r.tell_at <= ${now} order by r.tell_at limit ${CHUNK_SIZE}`.execute(db);
  return rows;
}
