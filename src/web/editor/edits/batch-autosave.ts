import type { QueryClient } from '@tanstack/react-query';
import { editBatch } from '#contract/batches.ts';
import type { BodyOf } from '#contract/route.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { applyAnswer } from '#web/api/live/apply-event.ts';
import { isReachable } from '#web/api/reachability.ts';
import { createStore, type Store } from '#web/api/store.ts';
import { Autosave, type AutosaveState } from '#web/editor/edits/autosave.ts';
import { mergeEdits } from '#web/editor/edits/edit-overrides.ts';
import {
  deleteUnsentEdits,
  readUnsentEdits,
  saveUnsentEdits,
} from '#web/shared/browser-storage/unsent-edits.ts';
import { showToast } from '#web/ui/layers/toast.ts';

export type BatchPatch = BodyOf<typeof editBatch>;

export interface BatchAutosave {
  readonly autosave: Autosave<BatchPatch>;
  readonly state: Store<AutosaveState<BatchPatch>>;
  /** Edits that an earlier page could not send are this one's. */
  takeKept(): void;
  /** The page goes away: what cannot be sent now is kept in the browser. False when something would be lost. */
  keepUnsent(): boolean;
}

const known = new Map<string, BatchAutosave>();

/** Browsers refuse to carry more than 64 KiB beyond the end of a page, headers and other requests included. */
const MOST_BYTES = 60 * 1024;

/** One for each batch: edits still on their way are there when the person comes back to it, and never overtake later ones. */
export function batchAutosave(client: QueryClient, batchId: string): BatchAutosave {
  const own = known.get(batchId) ?? newAutosave(client, batchId);
  known.set(batchId, own);
  return own;
}

function newAutosave(client: QueryClient, batchId: string): BatchAutosave {
  const params = { batchId };
  const state = createStore<AutosaveState<BatchPatch>>({ unsaved: {}, status: 'saved' });
  const autosave = new Autosave<BatchPatch>({
    async send(body, leaving) {
      if (leaving) return sendLast(batchId, body);
      await applyAnswer(client, await call(editBatch, { params, body }));
    },
    merge: mergeEdits,
    isRefusal: (error) =>
      error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    changed(next) {
      state.write(next);
      if (isEmpty(next.unsaved)) deleteUnsentEdits(batchId);
      else if (next.status === 'retrying') saveUnsentEdits(batchId, next.unsaved);
    },
    refused: (error) => showToast({ text: errorMessage(error), negative: true }),
  });
  return {
    autosave,
    state,
    takeKept() {
      const kept = readUnsentEdits(batchId);
      if (kept === null || !isEmpty(autosave.unsaved)) return;
      autosave.addEdit(kept);
      showToast({ text: 'Modificările făcute fără conexiune sunt la locul lor.' });
    },
    keepUnsent() {
      const { unsaved } = autosave;
      if (isEmpty(unsaved)) return true;
      const isLost = !isReachable() || !navigator.onLine || state.read().status === 'retrying';
      return isLost ? saveUnsentEdits(batchId, unsaved) : fitsKeepalive(JSON.stringify(unsaved));
    },
  };
}

export function fitsKeepalive(body: string): boolean {
  return new TextEncoder().encode(body).length <= MOST_BYTES;
}

function isEmpty(edit: BatchPatch): boolean {
  return Object.keys(edit).length === 0;
}

/** A request that outlives the page; a body too long for that goes out as any other, and the person is asked to stay. */
async function sendLast(batchId: string, edit: BatchPatch): Promise<void> {
  const body = JSON.stringify(edit);
  await fetch(routeUrl(editBatch, { params: { batchId } }), {
    method: editBatch.method,
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    keepalive: fitsKeepalive(body),
    body,
  });
}
