import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type GoogleOutcome, googleStart, readSession } from '#contract/auth.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { signedIn } from '#web/session/auth.ts';
import { browserPopup, goToGoogle, isIosWebKit, needsRedirect, waitForPopup } from '#web/session/google.ts';
import { tellOtherTabs } from '#web/session/other-tabs.ts';
import { showToast } from '#web/ui/toast.ts';

interface Way {
  /** The query of the page, as it is: whoever follows it checks it. */
  readonly redirect: string | null;
  /** Signed in: the page decides where to. */
  readonly onDone: () => void;
  /** The password of an account, or a link by mail, comes first: the page asks. */
  readonly onAsked: (outcome: GoogleOutcome) => void;
}

/** On iOS WebKit a full-page redirect. Elsewhere a popup, and the redirect if it is blocked, closed or cancelled. */
export function useGoogle({ redirect, onDone, onAsked }: Way) {
  const [busy, setBusy] = useState(false);
  const addressOf = (mode: 'popup' | 'redirect') =>
    routeUrl(googleStart, { query: { mode, ...(redirect === null ? {} : { redirect }) } });
  const viaPopup = async () => {
    const end = await waitForPopup(browserPopup(addressOf('popup')));
    if (needsRedirect(end)) return goToGoogle(addressOf('redirect'));
    if (end === 'password' || end === 'verify') return onAsked(end);
    if (end !== 'done') return sayGoogleFailed(end);
    const { user } = await call(readSession, {});
    if (user === null) return sayGoogleFailed('failed');
    signedIn(user);
    tellOtherTabs('in');
    onDone();
  };
  const handleClick = async () => {
    if (isIosWebKit(navigator)) return goToGoogle(addressOf('redirect'));
    setBusy(true);
    await viaPopup().catch(() => sayGoogleFailed('failed'));
    setBusy(false);
  };
  return { busy, handleClick };
}

export function sayGoogleFailed(outcome: string): void {
  const code = outcome === 'busy' ? 'auth/too-many-requests' : 'auth/google-failed';
  showToast({ text: errorSentence(code), negative: true });
}

/** After a full-page redirect that signed nobody in: says so once, and the address forgets it. Who cancelled knows. */
export function useGoogleReturn(): void {
  const [query, setQuery] = useSearchParams();
  const outcome = query.get('google');
  useEffect(() => {
    if (outcome === null) return;
    if (outcome !== 'cancelled') sayGoogleFailed(outcome);
    setQuery(
      (before) => {
        before.delete('google');
        return before;
      },
      { replace: true },
    );
  }, [outcome, setQuery]);
}
