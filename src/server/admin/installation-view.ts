import { sql } from 'kysely';
import type { Installation } from '#contract/admin/admin-installation.ts';
import { findLastBackup } from '#server/admin/last-backup-store.ts';
import type { App, Db } from '#server/app.ts';
import { readFactorDuty } from '#server/users/admins/factor-duty-store.ts';

/** Two nights without one. */
const LATE_MS = 48 * 3_600_000;

/** Returns how this server is set up. Takes each fact by itself from the app, which holds no settings: no secret can come along. */
export async function readInstallation(app: App): Promise<Installation> {
  const [database, backup, secondFactor] = await Promise.all([
    readDatabase(app.db),
    findLastBackup(app.db),
    readFactorDuty(app.db),
  ]);
  return {
    version: app.version,
    database: { isEmbedded: app.isDatabaseEmbedded, ...database },
    mailHost: app.mail.host,
    payments: app.payments?.mode ?? 'off',
    publicUrl: app.publicUrl(),
    eFactura: app.eFactura,
    secondFactor,
    backup: backup && {
      madeAt: backup.madeAt.toISOString(),
      isLate: app.now().getTime() - backup.madeAt.getTime() > LATE_MS,
      check: backup.check && { at: backup.check.at.toISOString(), isWhole: backup.check.isWhole },
    },
  };
}

async function readDatabase(db: Db): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`select
    split_part(current_setting('server_version'), ' ', 1) as version,
    pg_database_size(current_database()) as bytes`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('no database');
  return found;
}
