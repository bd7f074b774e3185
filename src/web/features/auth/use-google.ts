import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type GoogleOutcome, readSession } from '#contract/auth.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { call } from '#web/api/call.ts';
import { signedIn } from '#web/session/auth.ts';
import { measureFirstLogin } from '#web/session/consent.ts';
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

/** No part of the first load: fetched when somebody is about to press. Late, the popup counts as blocked, and the redirect follows. */
const fetchWay = () => import('#web/session/google-way.ts');

export function useGoogle({ redirect, onDone, onAsked }: Way) {
  const [busy, setBusy] = useState(false);
  const follow = async () => {
    const end = await (await fetchWay()).goThroughGoogle(redirect);
    if (end === null) return;
    if (end === 'password' || end === 'verify') return onAsked(end);
    const { user } = end === 'done' ? await call(readSession, {}) : { user: null };
    if (user === null) return sayGoogleFailed(end);
    signedIn(user);
    tellOtherTabs('in');
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
