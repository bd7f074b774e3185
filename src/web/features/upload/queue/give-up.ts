import { forgetUploads } from '#contract/batch-runs.ts';
import { call } from '#web/api/call.ts';

/** Tells the server that a start waiting for this file waits no longer. Where this is lost, the server gives up by itself after a day. */
export function giveUp(batchId: string, id: string): void {
  void call(forgetUploads, { params: { batchId }, body: { uploadKeys: [id] } }).catch(() => undefined);
}
