import type { FastifyReply } from 'fastify';
import type { App, User } from '#server/app.ts';
import type { ZipDownload } from '#server/batches/downloads/zip-files.ts';
import { markDownloaded } from '#server/batches/store/result-store.ts';
import { sendDownload } from '#server/http/files/send-file.ts';

/** Notes delivered files as downloaded once the reply has gone out whole. A broken reply or a HEAD request notes nothing. */
export function noteOnceSent(
  app: App,
  { user, reply }: { user: User; reply: FastifyReply },
  fileKeys: readonly string[],
): void {
  if (reply.request.method !== 'GET') return;
  reply.raw.once('finish', () => {
    if (reply.raw.statusCode >= 300) return;
    noteDownload(app, user.id, fileKeys).catch((error: unknown) =>
      app.log.warn({ error }, 'a download could not be noted'),
    );
  });
}

/** Sends a ZIP and notes its files as downloaded once it has gone out whole. Errors of `make` pass through. */
export async function sendZip(
  app: App,
  to: { user: User; reply: FastifyReply },
  make: () => Promise<ZipDownload>,
): Promise<void> {
  await sendDownload(app, to, async () => {
    const zip = await make();
    noteOnceSent(app, to, zip.fileKeys);
    return zip;
  });
}

async function noteDownload(app: App, ownerId: string, fileKeys: readonly string[]): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    const isNews = await markDownloaded(tx, { ownerId, fileKeys, now: app.now() });
    if (isNews) changes.list(ownerId, 'batches');
  });
}
