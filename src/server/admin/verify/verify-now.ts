import * as z from 'zod';
import { plusDays } from '#domain/days.ts';
import { alertOfBrokenBooks } from '#server/admin/verify/integrity-alert-mail.ts';
import { findViolations, type Violation } from '#server/admin/verify/verify.ts';
import {
  deleteOldVerifies,
  endVerify,
  insertVerify,
  openVerify,
} from '#server/admin/verify/verify-result-store.ts';
import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

export const VERIFY = {
  name: 'verify',
  payload: z.object({ verifyId: z.string().min(1) }),
} as const;
const DAY_MS = 86_400_000;
/** Longer than the job may take. */
const PATIENCE_MS = 125 * 60_000;
const KEPT_DAYS = 90;
/** Enough to begin with; `npm run verify` lists all. */
const MOST_ROWS = 100;

/** Asks for a check of the books and the files; one that is under way serves. */
export async function askVerify(app: App, admin: User | null): Promise<void> {
  await app.change(async ({ tx, now }) => {
    if (admin) await recordAudit(tx, app, { admin, kind: 'verify-asked' });
    if (await openVerify(tx, new Date(now.getTime() - PATIENCE_MS))) return;
    const verifyId = app.newId('vfy');
    await insertVerify(tx, verifyId, now);
    await app.queue.send(tx, VERIFY, { verifyId });
  });
}

/** Job: checks, stores what it found, for the admins to see, and writes to them when something has just broken. */
export async function verifyNow(app: App, { verifyId }: { verifyId: string }): Promise<void> {
  const result = await verifyTwice(app).then(
    (violations) => ({ violations, problem: null }),
    (error: Error) => ({ violations: [], problem: error.message.slice(0, 500) }),
  );
  const broken = result.violations.length;
  if (broken > 0) app.log.error({ violations: result.violations }, 'the books or the files are broken');
  await app.change(async ({ tx, now }) => {
    await endVerify(tx, verifyId, { ...result, endedAt: now });
    await alertOfBrokenBooks(tx, app, { verifyId, found: result });
  });
  await deleteOldVerifies(app.db, plusDays(app.now(), -KEPT_DAYS));
}

/** The server works meanwhile: what is broken in a first look and whole in a second was only on its way. */
async function verifyTwice(app: App): Promise<Violation[]> {
  const options = { orphanGraceMs: DAY_MS, deep: false };
  const first = await findViolations(app, options);
  if (first.length === 0) return [];
  const second = await findViolations(app, options);
  return second.flatMap(({ rule, rows }) => {
    const before = new Set(first.find((violation) => violation.rule === rule)?.rows);
    const still = rows.filter((row) => before.has(row));
    const more = still.length - MOST_ROWS;
    if (more > 0) still.splice(MOST_ROWS, more, `and ${more} more`);
    return still.length > 0 ? [{ rule, rows: still }] : [];
  });
}
