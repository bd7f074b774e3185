import * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import { LEAST_AVAILABLE_FOR_UPLOADS } from '#domain/photos/limits.ts';
import { nextExportAt } from '#domain/users/export.ts';
import type { App, User } from '#server/app.ts';
import { hasRoom } from '#server/photos/room.ts';
import { insertExport, newestExport } from '#server/users/export-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/** The job that makes an archive. */
export const MAKE_EXPORT = {
  name: 'make-export',
  payload: z.object({ exportId: z.string().min(1) }),
} as const;

/**
 * Begins an export, one a day. Throws users/export-disk-low where the disk has no room for a second copy of the data, users/export-too-soon
 * with `until`, auth/session-required.
 */
export async function askExport(app: App, user: User): Promise<void> {
  if (!(await hasRoom(app, LEAST_AVAILABLE_FOR_UPLOADS))) throw new AppError('users/export-disk-low');
  await app.change(async ({ tx, now }) => {
    if (!(await lockUser(tx, user.id))) throw new AppError('auth/session-required');
    const last = await newestExport(tx, user.id);
    const nextAt = nextExportAt(last && { state: last.state, askedAt: last.asked_at }, now);
    if (nextAt) throw new AppError('users/export-too-soon', { until: nextAt.toISOString() });
    const id = app.newId('exp');
    await insertExport(tx, { id, userId: user.id, now });
    await app.queue.send(tx, MAKE_EXPORT, { exportId: id });
  });
}
