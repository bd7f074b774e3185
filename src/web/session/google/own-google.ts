import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { GoogleOutcome } from '#contract/auth.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { PROOF_MINUTES } from '#domain/users/proof.ts';
import { withToken } from '#web/api/token-lock.ts';
import { showToast } from '#web/ui/layers/toast.ts';

export type OwnPurpose = 'prove' | 'link';

const fetchWay = () => import('#web/session/google/google-way.ts');

/** Sends a signed-in user to Google. Returns true on success, false after reporting why not, null when the page leaves. */
export async function askGoogle(purpose: OwnPurpose): Promise<boolean | null> {
  const goneThrough = async () => (await fetchWay()).goThroughGoogle('/settings', purpose);
  // A proof renews the token.
  const outcome = await withToken('exclusive', goneThrough).catch(() => 'failed' as const);
  if (outcome === null) return null;
  if (outcome !== 'done') sayOutcome(purpose, outcome);
  return outcome === 'done';
}

function sayOutcome(purpose: OwnPurpose, outcome: GoogleOutcome): void {
  if (outcome === 'cancelled') return;
  const isDone = outcome === 'done';
  showToast({ text: isDone ? DONE[purpose] : explainGoogleRefusal(outcome), negative: !isDone });
}

const DONE: Record<OwnPurpose, string> = {
  link: 'Contul Google e legat. De acum poți intra și cu el.',
  prove: `Google a confirmat că ești tu. Continuă de unde ai rămas, în cel mult ${PROOF_MINUTES} minute.`,
};

function explainGoogleRefusal(outcome: GoogleOutcome): string {
  if (outcome === 'taken') return 'Contul acela Google este legat de alt cont Fotolot.';
  if (outcome === 'other') return 'Nu este contul Google legat de contul tău. Alege-l pe cel legat.';
  return errorSentence(outcome === 'busy' ? 'auth/too-many-requests' : 'auth/google-failed');
}

/** After a full-page redirect to Google: shows the outcome once and clears the query. */
export function useOwnGoogleReturn(): void {
  const [query, setQuery] = useSearchParams();
  const googleReturn = query.get('google');
  useEffect(() => {
    if (googleReturn === null) return;
    const [purpose, outcome] = googleReturn.split('-');
    sayOutcome(purpose === 'link' ? 'link' : 'prove', outcome as GoogleOutcome);
    setQuery(
      (before) => {
        before.delete('google');
        return before;
      },
      { replace: true },
    );
  }, [googleReturn, setQuery]);
}
