import { readSession } from '#contract/auth.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/documents.ts';
import { keys, ME } from '#web/api/keys.ts';
import { keepLive } from '#web/api/live.ts';
import { keepCache, restoreCache, wipeCache } from '#web/api/persist.ts';
import { queryClient } from '#web/api/query-client.ts';
import { forgetRevisions, revisionOf } from '#web/api/revisions.ts';
import { onSessionDoubt, onSessionLost } from '#web/api/session-lost.ts';
import { createStore } from '#web/api/store.ts';
import { withToken } from '#web/api/token-lock.ts';
import { cardPayments } from '#web/session/card-payments.ts';
import { forgetCarried } from '#web/session/carried.ts';
import { keepChoice, offerStatistics } from '#web/session/consent.ts';
import { googleOffered } from '#web/session/google-return.ts';
import { wipeKeptEdits } from '#web/session/kept-edits.ts';
import { type Memory, memory } from '#web/session/memory.ts';
import { keepNotices } from '#web/session/notices.ts';
import { keepShrinking } from '#web/session/shrink-choice.ts';
import { suspended } from '#web/session/suspended.ts';
import { keepTheme } from '#web/session/theme.ts';
import { keepShown } from '#web/session/zero-credits-marker.ts';

/** Who is signed in. `unknown` until the server or this browser's memory has said so; the server has the last word. */
export type Identity =
  | { readonly state: 'unknown' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly uid: string };

const RETRY_MS = 3000;
export const identity = createStore<Identity>({ state: 'unknown' });
let stopFollowing = () => {};
let remembered: Memory = memory();

export function isAuthSettled(): boolean {
  return identity.read().state !== 'unknown';
}

export function currentUser(): UserDocument | null {
  if (identity.read().state !== 'in') return null;
  return queryClient.getQueryData<UserDocument>(keys.me) ?? null;
}

/** Starts the session of a user document that the server sent. */
export function signedIn(user: UserDocument): void {
  suspended.write(false);
  putDocument(queryClient, ME, user);
  begin(user.uid);
}

function begin(uid: string): void {
  const known = identity.read();
  if (known.state === 'in' && known.uid === uid) return;
  stopFollowing();
  const stops = [keepLive(queryClient, uid), keepCache(queryClient, uid)];
  stopFollowing = () => {
    for (const stop of stops) stop();
  };
  remembered.rememberUser(uid);
  identity.write({ state: 'in', uid });
}

/** Ends the session in this tab: nothing of the user stays in memory or in the browser's storage, but the marker of one dialog. */
export async function signedOut(): Promise<void> {
  stopFollowing();
  stopFollowing = () => {};
  remembered.forgetUser();
  forgetCarried();
  queryClient.clear();
  forgetRevisions();
  identity.write({ state: 'out' });
  wipeKeptEdits();
  await wipeCache();
  keepChoice();
  keepTheme();
  keepNotices();
  keepShrinking();
  keepShown();
}

/** Shows what this browser remembers at once, and asks the server who this really is until it answers. */
export async function initialiseAuth(storage: Memory = memory()): Promise<void> {
  remembered = storage;
  onSessionLost(() => {
    if (identity.read().state === 'in') void signedOut();
  });
  onSessionDoubt(() => withToken('shared', isOver));
  const lastUid = storage.lastUser();
  if (lastUid !== null) await restoreCache(queryClient, lastUid, Date.now());
  if (lastUid !== null && queryClient.getQueryData(keys.me) !== undefined) begin(lastUid);
  await askServer();
}

/** Without an answer nobody is signed out. */
async function isOver(): Promise<boolean> {
  const known = identity.read();
  const reply = await call(readSession, {}).catch(() => null);
  if (reply === null) return false;
  const { user } = reply;
  suspended.write(reply.suspended);
  return user === null || (known.state === 'in' && user.uid !== known.uid);
}

async function askServer(): Promise<void> {
  await recheckSession().catch(() => {
    setTimeout(() => {
      if (identity.read().state !== 'out' && revisionOf(ME) === undefined) void askServer();
    }, RETRY_MS);
  });
}

/** Asks the server who this is and follows its answer. Throws ApiError, then nothing changes. */
export async function recheckSession(): Promise<void> {
  const before = identity.read();
  const { user, analytics, google, payments, suspended: isSuspended } = await call(readSession, {});
  suspended.write(isSuspended);
  googleOffered.write(google);
  offerStatistics(analytics);
  cardPayments.write(payments);
  if (user !== null) {
    const lastUid = remembered.lastUser();
    if (lastUid !== null && user.uid !== lastUid) await signedOut();
    signedIn(user);
  } else if (identity.read() === before) {
    // Else somebody signed in while the question was on its way: their answer is the newer one.
    await signedOut();
  }
}
