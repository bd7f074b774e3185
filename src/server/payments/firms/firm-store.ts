import { sql } from 'kysely';
import type { RegisteredFirm } from '#domain/payments/firms/registered-firm.ts';
import type { Db } from '#server/app.ts';

/** Returns what the registry said of a firm after an instant; null: nothing. */
export async function findKnownFirm(db: Db, cui: string, after: Date): Promise<RegisteredFirm | null> {
  const row = await db
    .selectFrom('registered_firms')
    .select('facts')
    .where('cui', '=', cui)
    .where('asked_at', '>', after)
    .executeTakeFirst();
  return row?.facts ?? null;
}

export async function rememberFirm(db: Db, firm: RegisteredFirm, at: Date): Promise<void> {
  const said = { facts: JSON.stringify(firm), asked_at: at };
  await db
    .insertInto('registered_firms')
    .values({ cui: firm.cui, ...said })
    .onConflict((on) => on.column('cui').doUpdateSet(said))
    .execute();
}

/** Forgets answers from before an instant. */
export async function deleteOldFirms(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('registered_firms').where('asked_at', '<=', before).execute();
}

/** A little more than the second that the registry asks for: two requests are not equally long on their way. */
const APART = '1.2 seconds';
const LONGEST_WAIT = '3 seconds';

/**
 * Takes the next turn of all processes to send a request. Returns the milliseconds until it comes, null when too many wait. It goes by the
 * clock of the database, and a turn that lies further ahead than any wait is from before that clock was set back.
 */
export async function takeTurn(db: Db): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    insert into firm_registry_turns as turns (next_at) values (clock_timestamp() + ${APART}::interval)
    on conflict (is_only) do update set next_at = ${APART}::interval + case
      when turns.next_at > clock_timestamp() + interval '1 minute' then clock_timestamp()
      else greatest(turns.next_at, clock_timestamp()) end
    where turns.next_at <= clock_timestamp() + ${LONGEST_WAIT}::interval
      or turns.next_at > clock_timestamp() + interval '1 minute'
    returning 1000 * extract(epoch from next_at - ${APART}::interval - clock_timestamp())::float8 as wait`.execute(
    db,
  );
  const [row] = rows;
  return row ? Math.max(0, Math.ceil(row.wait)) : null;
}

/** Longer waits are cut: a turn that lies further ahead counts as one of a clock that was set back. */
const LONGEST_PAUSE_SECONDS = 50;

/** Lets all processes wait with their next request. */
export async function postponeTurns(db: Db, seconds: number): Promise<void> {
  const pause = `${Math.min(seconds, LONGEST_PAUSE_SECONDS)} seconds`;
  await sql`update firm_registry_turns set next_at = greatest(next_at, clock_timestamp() + ${pause}::interval)`.execute(
    db,
  );
}

/** Returns the whole seconds until the next turn; one at least. */
export async function secondsUntilTurn(db: Db): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from next_at - clock_timestamp())::float8 as wait from firm_registry_turns`.execute(
    db,
  );
  return Math.max(1, Math.ceil(rows[0]?.wait ?? 0));
}
