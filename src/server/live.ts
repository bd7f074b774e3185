import { AppError } from '#domain/errors.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import type { LoadDocument } from '#server/http/live-stream.ts';
import { readOrder } from '#server/payments/orders/orders-view.ts';

/** Returns the loader of the documents that the live stream carries. It throws for an unknown key. */
export function liveDocuments(app: App): LoadDocument {
  return async (userId, key) => {
    if (key === 'users/me') return readUserDocument(app, userId);
    const [, orderId] = /^orders\/(.+)$/.exec(key) ?? [];
    if (orderId) return readOrder(app, userId, orderId);
    const [, batchId] = /^batches\/(.+)$/.exec(key) ?? [];
    if (!batchId) throw new Error(`no live document ${key}`);
    return readBatch(app, userId, batchId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'batches/not-found') return null;
      throw error;
    });
  };
}
