import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { endAllSessions, endSession } from '#server/users/sign-in/session-store.ts';
import { lockAccountRow } from '#server/users/suspension-store.ts';

/** Ends one session of an account, or all of them (null). */
export async function endSessions(
  app: App,
  admin: User,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    await lockAccountRow(tx, userId);
    if (sessionId === null) await endAllSessions(unit, app, userId);
    else if (!(await endSession(unit, app, { userId, sessionId }))) return;
    const details = { which: sessionId === null ? 'all' : 'one' };
    await recordAudit(tx, app, { admin, kind: 'sessions-ended', userId, details });
  });
}
