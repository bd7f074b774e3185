import { readSession } from '#contract/auth.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { UserDocument } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { keepLive } from '#web/api/live/live.ts';
import { clearRevisions } from '#web/api/live/revisions.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { keys, ME } from '#web/api/queries/keys.ts';
import { keepCache, restoreCache, wipeCache } from '#web/api/queries/persist.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { onSessionDoubt, onSessionLost } from '#web/api/session-lost.ts';
import { createStore } from '#web/api/store.ts';
import { withToken } from '#web/api/token-lock.ts';
import { advertsOffered } from '#web/session/adverts-offered.ts';
import { ended } from '#web/session/ended.ts';
import { googleOffered } from '#web/session/google/google-return.ts';
import { type RememberedUser, rememberedUser } from '#web/session/remembered-user.ts';
import { suspended } from '#web/session/suspended.ts';

/** The signed-in user. `unknown` until the server or this browser's memory has said so; the server has the last word. */
export type Identity =
  | { readonly state: 'unknown' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly uid: string };

/** The server's offers to this browser, as they were read with the session. */
type OfferedServices = Pick<ReplyOf<typeof readSession>, 'analytics' | 'payments'>;

/** Follows the session of this browser: called when it is read or ends. The session's own state needs no listener. */
export interface SessionListener {
  readonly onRead: (offered: OfferedServices) => void;
  /** Removes the data that belonged to the user alone. */
  readonly onEnd: () => void;
  /** The browser's storage was emptied: stores again the data that belong to the browser. */
  readonly onEmptied: () => void;
}

const RETRY_MS = 3000;
let listener: SessionListener | null = null;
export const identity = createStore<Identity>({ state: 'unknown' });
let stopFollowing = () => {};
let remembered: RememberedUser = rememberedUser();

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
  ended.write(false);
  putDocument(queryClient, ME, user);
  beginSession(user.uid);
}

function beginSession(uid: string): void {
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

/**
 * Ends the session in this tab: no data of the user stay in memory or in the browser's storage, but the marker of one dialog. `isNews`:
 * this browser did not ask for it.
 */
export async function signedOut(isNews = false): Promise<void> {
  ended.write(isNews);
  stopFollowing();
  stopFollowing = () => {};
  remembered.forgetUser();
  queryClient.clear();
  clearRevisions();
  identity.write({ state: 'out' });
  listener?.onEnd();
  await wipeCache();
  listener?.onEmptied();
}

/** Plugs in the listener of the session, before that is first read. */
export function listenToSession(next: SessionListener): void {
  listener = next;
}

/** Shows at once what this browser remembers, and asks the server who is signed in until it replies. */
export async function initialiseAuth(storage: RememberedUser = rememberedUser()): Promise<void> {
  remembered = storage;
  onSessionLost(() => {
    if (identity.read().state === 'in') void signedOut(true);
  });
  onSessionDoubt(isOver);
  const lastUid = storage.lastUser();
  if (lastUid !== null) await restoreCache(queryClient, lastUid, Date.now());
  if (lastUid !== null && queryClient.getQueryData(keys.me) !== undefined) beginSession(lastUid);
  await askServer();
}

/** Asks the server who is signed in, after a renewal of the token that is under way, unless it hangs. Throws ApiError. */
export function askSession(): Promise<ReplyOf<typeof readSession>> {
  return withToken('shared', () => call(readSession, {}));
}

/** True when the server knows no session or another user; false when it cannot be reached. */
async function isOver(): Promise<boolean> {
  const known = identity.read();
  const reply = await askSession().catch(() => null);
  if (reply === null) return false;
  const { user } = reply;
  suspended.write(reply.suspended);
  return user === null || (known.state === 'in' && user.uid !== known.uid);
}

/** Asks until there is a reply: the live stream may name the user by then, but only this reply says what can be bought. */
async function askServer(): Promise<void> {
  const hadSession = remembered.lastUser() !== null;
  await followSession(hadSession).catch(() => {
    setTimeout(() => {
      if (identity.read().state !== 'out') void askServer();
    }, RETRY_MS);
  });
}

/** Asks the server who is signed in, after something that may have ended the session. Throws ApiError, then nothing changes. */
export async function recheckSession(): Promise<void> {
  await followSession(false);
  if (currentUser() === null) ended.write(false);
}

/** Follows the server's answer. `isNews`: the loss of the session would be news to the person. */
async function followSession(isNews: boolean): Promise<void> {
  const before = identity.read();
  const { user, adverts, analytics, google, payments, suspended: isSuspended } = await askSession();
  suspended.write(isSuspended);
  googleOffered.write(google);
  advertsOffered.write(adverts);
  listener?.onRead({ analytics, payments });
  if (user !== null) {
    const lastUid = remembered.lastUser();
    if (lastUid !== null && user.uid !== lastUid) await signedOut();
    signedIn(user);
  } else if (identity.read() === before) {
    // Otherwise a sign-in was completed during the request, and its reply is the newer one.
    await signedOut(isNews);
  }
}
