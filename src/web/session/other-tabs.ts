import { askSession, currentUser, identity, signedIn, signedOut } from '#web/session/auth.ts';
import { ended } from '#web/session/ended.ts';
import { noteSteppedBack, type SteppedBack } from '#web/session/stepped-back.ts';

/** Signing in or out in one tab is news for the others, which share the cookie; so is stepping back from a purchase. */
const CHANNEL = 'fotolot-session';
type News =
  | { readonly kind: 'in' | 'out' }
  | { readonly kind: 'stepped-back'; readonly noted: SteppedBack | null };

let channel: BroadcastChannel | null = null;

export function notifyOtherTabs(kind: 'in' | 'out'): void {
  channel?.postMessage({ kind } satisfies News);
}

/** Notes in every tab that the user gives a purchase back, so that the loss of its credits is expected; null when it was not done. */
export function noteSteppedBackEverywhere(noted: SteppedBack | null): void {
  noteSteppedBack(noted);
  channel?.postMessage({ kind: 'stepped-back', noted } satisfies News);
}

export function listenToOtherTabs(): void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind === 'stepped-back') return noteSteppedBack(data.noted);
    if (data.kind === 'out') {
      // The stream of this tab may have been cut before the news came.
      ended.write(false);
      if (identity.read().state === 'in') void signedOut();
      return;
    }
    void adoptSharedSession();
  };
}

async function adoptSharedSession(): Promise<void> {
  const { user } = await askSession().catch(() => ({ user: null }));
  if (user === null) return;
  if (currentUser() !== null && currentUser()?.uid !== user.uid) await signedOut();
  signedIn(user);
}
