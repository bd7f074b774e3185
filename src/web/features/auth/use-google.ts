import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { GoogleOutcome } from '#contract/auth.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { askSession, signedIn } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/other-tabs.ts';
import { measureFirstLogin } from '#web/shared/consent/consent.ts';
import { showToast } from '#web/ui/layers/toast.ts';

interface Way {
  /** The page's `redirect` parameter, unchecked; it is checked before it is followed. */
  readonly redirect: string | null;
  /** Called after sign-in; the page decides where to go. */
  readonly onDone: () => void;
  /** Called when an account's password, a link by mail or a code is needed first; the page asks for it. */
  readonly onAsked: (outcome: GoogleOutcome) => void;
}

/** Fetched on hover or focus, not in the first load. If late, the popup counts as blocked and the redirect follows. */
const fetchWay = () => import('#web/session/google/google-way.ts');

export function useGoogle({ redirect, onDone, onAsked }: Way) {
  const [busy, setBusy] = useState(false);
  const follow = async () => {
    const end = await (await fetchWay()).goThroughGoogle(redirect);
    if (end === null) return;
    if (end === 'password' || end === 'verify' || end === 'code') return onAsked(end);
    const { user } = end === 'done' ? await askSession() : { user: null };
    if (user === null) return sayGoogleFailed(end);
    signedIn(user);
    notifyOtherTabs('in');
    measureFirstLogin(user);
    onDone();
  };
  const handleClick = async () => {
    setBusy(true);
    await follow().catch(() => sayGoogleFailed('failed'));
    setBusy(false);
  };
  return { busy, handleClick, handleApproach: () => void fetchWay().catch(() => undefined) };
}

const REFUSED: Readonly<Record<string, ErrorCode>> = {
  busy: 'auth/too-many-requests',
  suspended: 'auth/suspended',
  left: 'auth/email-left',
};

function sayGoogleFailed(outcome: string): void {
  showToast({ text: errorSentence(REFUSED[outcome] ?? 'auth/google-failed'), negative: true });
}

/** After a full-page redirect without sign-in: says so once and clears the query. A cancellation is not reported. */
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
