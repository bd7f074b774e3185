import { endsSoon, isRenewalDue } from '#domain/invoices/anaf-connection.ts';
import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import type { App } from '#server/app.ts';
import { deleteOldAnafAttempts } from '#server/payments/anaf/anaf-attempt-store.ts';
import { tellOfEndingAnaf, tellOfRefusedApplication } from '#server/payments/anaf/anaf-mails.ts';
import { findAnaf } from '#server/payments/anaf/anaf-store.ts';
import { renewAnaf } from '#server/payments/anaf/renew-anaf.ts';

/**
 * Job by the clock, each hour: renews access to ANAF ten days before it ends, warns the admins once when a certificate is soon needed again, and
 * forgets visits that came to no end.
 */
export async function keepAnafAccess(app: App): Promise<void> {
  await deleteOldAnafAttempts(app.db, app.now());
  const { anaf } = app;
  if (anaf === null) return;
  const isDue = (end: Date) => isRenewalDue(end, app.now());
  const before = await findAnaf(app.db);
  if (before?.access && isDue(before.access.expires_at)) {
    const isStale = (_: unknown, { expires_at: end }: { expires_at: Date }) => isDue(end);
    try {
      await renewAnaf(app, anaf, { isStale, isPatient: false });
    } catch (error) {
      if (!(error instanceof AnafFailure)) throw error;
      const { kind, facts } = error;
      app.log.warn({ kind, status: facts.status ?? null }, 'access to ANAF was not renewed');
      if (kind === 'operator') await tellOfRefusedApplication(app);
    }
  }
  await warnOfEnd(app);
}

async function warnOfEnd(app: App): Promise<void> {
  const held = await findAnaf(app.db);
  const until = held?.access?.refresh_expires_at;
  if (!held || !until || held.connection.broken_since !== null || held.connection.mode !== app.anaf?.mode)
    return;
  if (!endsSoon(until, app.now())) return;
  await app.change(({ tx }) => tellOfEndingAnaf(tx, app, { id: held.connection.id, until }));
}
