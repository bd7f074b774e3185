import type { ExportStatus } from '#contract/exports.ts';
import * as contract from '#contract/exports.ts';
import { AppError } from '#domain/errors.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { exportState, nextExportAt } from '#domain/users/export.ts';
import { askExport } from '#server/account/export/ask-export.ts';
import type { App, User } from '#server/app.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { exportKey, findExport, newestExport } from '#server/users/export-store.ts';

const ASKS = { hits: 20, seconds: 3600 };
const DOWNLOADS = { hits: 30, seconds: 3600 };

export function exportRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.readExport, ({ user }) => readStatus(app, user)),
    implementRoute(contract.askExport, async ({ user }) => {
      await consumeRateLimit(app, `export:${user.id}`, { limit: ASKS, code: 'http/too-many-requests' });
      await askExport(app, user);
      return readStatus(app, user);
    }),
    implementRoute(contract.downloadExport, async ({ user, params, reply }) => {
      const row = await findExport(app.db, params.exportId);
      const isThere = row?.user_id === user.id && row.expires_at !== null && row.expires_at > app.now();
      if (!isThere) throw new AppError('users/export-not-found');
      await consumeRateLimit(app, `export-file:${user.id}`, {
        limit: DOWNLOADS,
        code: 'http/too-many-requests',
      });
      const downloadAs = `Fotolot ${toBucharestDay(row.asked_at)}.zip`;
      const file = { key: exportKey(row.id), mediaType: 'application/zip', downloadAs };
      return sendFile(app, { user, reply }, file);
    }),
  ];
}

async function readStatus(app: App, user: User): Promise<ExportStatus> {
  const now = app.now();
  const row = await newestExport(app.db, user.id);
  const facts = row && { state: row.state, askedAt: row.asked_at };
  const isOver = row?.expires_at !== null && row?.expires_at !== undefined && row.expires_at <= now;
  return {
    last:
      row && facts && !isOver
        ? {
            id: row.id,
            state: exportState(facts, now),
            askedAt: row.asked_at.toISOString(),
            bytes: row.bytes,
            expiresAt: row.expires_at?.toISOString() ?? null,
          }
        : null,
    nextAt: nextExportAt(facts, now)?.toISOString() ?? null,
  };
}
