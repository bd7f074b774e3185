import { sql } from 'kysely';
import type { Db, Tx } from '#server/app.ts';
import { webKey } from '#server/photos/file-keys.ts';

/** A build of the page, whose files are stored for tabs that were opened with it. */
export interface WebBuild {
  readonly id: string;
  /** Number of the newest migration in its code. */
  readonly migration: string;
  /** Names below web/. */
  readonly files: readonly string[];
  /** By these names; null: stored by a version that did not know them. */
  readonly sha256s: Readonly<Record<string, string>> | null;
}

/** For so long after a web process was last seen with it a build counts as served. */
const SERVED_SECONDS = 60;
/** A process that ended in order may be restarting: its build counts as served this long. */
const RESTART_SECONDS = 15;

/** Names the files before they are stored, and marks the build as served. */
export async function noteBuild(db: Db, { id, migration, files, sha256s }: WebBuild): Promise<void> {
  await db
    .insertInto('web_builds')
    .values({ id, migration, files: [...files], sha256s: sha256s && JSON.stringify(sha256s) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        files: [...files],
        // Known hashes stay: the same build has the same files.
        sha256s: sql`coalesce(web_builds.sha256s, excluded.sha256s)`,
        seen_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .execute();
}

/** Notes that a web process with this build ends; changes nothing while another one has it. */
export async function leaveBuild(db: Db, id: string, processId: string): Promise<void> {
  await db
    .updateTable('web_builds')
    .set({
      seen_at: sql<Date>`clock_timestamp() - ${SERVED_SECONDS - RESTART_SECONDS} * interval '1 second'`,
    })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('processes')
            .select('id')
            .where('build', '=', id)
            .where('id', '!=', processId)
            .where('role', '!=', 'worker')
            .where('seen_at', '>', sql<Date>`clock_timestamp() - ${SERVED_SECONDS} * interval '1 second'`),
        ),
      ),
    )
    .execute();
}

/** Returns the oldest build that a web process serves: by its code, then by when it was first seen. */
export async function oldestBuild(db: Db): Promise<WebBuild | null> {
  const found = await db
    .selectFrom('web_builds')
    .select(['id', 'migration', 'files', 'sha256s'])
    .where('seen_at', '>', sql<Date>`clock_timestamp() - ${SERVED_SECONDS} * interval '1 second'`)
    .orderBy('migration')
    .orderBy('first_seen_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Returns the SHA-256s that known builds name for a file, with null for a served build without hashes. Empty: the file is not handed out.
 */
export async function sha256sOfFile(db: Db, file: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ sha256: string | null }>`
    select distinct sha256s ->> ${file} as sha256 from web_builds
    where ${file} = any(files)
      and (sha256s ? ${file} or (sha256s is null and seen_at > clock_timestamp() - ${SERVED_SECONDS} * interval '1 second'))`.execute(
    db,
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Returns the keys of all files of builds, in byte order. */
export async function webKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from (select distinct unnest(files) as file from web_builds) named order by file collate "C"`.execute(
    db,
  );
  return rows.map(({ file }) => webKey(file));
}

/** Forgets builds that were not served since an instant; returns the keys of files that no other build has. */
export async function deleteOldBuilds(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    with gone as (delete from web_builds where seen_at < ${before} returning files)
    select distinct unnest(files) as file from gone
    except select unnest(files) from web_builds where seen_at >= ${before}`.execute(tx);
  return rows.map(({ file }) => webKey(file));
}
