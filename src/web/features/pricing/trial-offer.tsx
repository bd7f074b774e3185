import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startTrial } from '#contract/plans.ts';
import type { UserDocument } from '#contract/users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { isTrialRunning, readTrial, trialDaysLeft } from '#domain/plans/trial.ts';
import { TRIAL_CREDITS, TRIAL_DAYS } from '#domain/plans/trial-start.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { ME } from '#web/api/queries/keys.ts';
import { mayTryOut } from '#web/features/pricing/may-try-out.ts';
import { useResendVerification } from '#web/session/use-resend-verification.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

const TRY = `Încearcă ${formatCount(TRIAL_DAYS, NOUNS.day)} gratuit`;

/** Offers the trial to visitors and users who may still have one; it needs a verified address and no card. */
export function TrialOffer({ user }: { user: UserDocument | null }) {
  const resend = useResendVerification();
  const start = useMutation({
    mutationFn: () => call(startTrial, {}),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess(document, _, _result, { client }) {
      putDocument(client, ME, document);
      const { expiresAt } = readTrial(document);
      if (expiresAt)
        showToast({
          text: `Perioada de probă a început: ${formatCount(TRIAL_CREDITS, NOUNS.credit)} și limitele planului Pro, până pe ${formatDay(expiresAt)}.`,
        });
    },
  });
  const now = new Date();
  const trial = user && readTrial(user);
  if (trial?.expiresAt && isTrialRunning(trial, now))
    return (
      <p className="mt-4 rounded-3xl border border-line bg-card p-6">
        Ai limitele planului Pro până pe {formatDay(trial.expiresAt)}, din perioada de probă: încă{' '}
        {formatCount(trialDaysLeft(trial, now), NOUNS.day)}. Un plan cumpărat acum o lasă să meargă mai
        departe.
      </p>
    );
  if (user && !mayTryOut(user, now)) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 rounded-3xl border border-line bg-card p-6">
      <p className="max-w-prose">
        {formatCount(TRIAL_DAYS, NOUNS.day)} cu limitele planului Pro și{' '}
        {formatCount(TRIAL_CREDITS, NOUNS.credit)}, fără card. Se încheie singure.
        {user && !user.emailVerified && (
          <span role="status" className="block text-ink-soft">
            {resend.isSuccess
              ? `Ți-am trimis alt link la ${user.email}. Deschide-l, apoi începe.`
              : `Confirmă-ți întâi adresa: deschide linkul trimis la ${user.email}.`}
          </span>
        )}
      </p>
      {user === null ? (
        <Link to={`/register?redirect=${encodeURIComponent('/pricing#plans')}`} className={buttonClass()}>
          {TRY}
        </Link>
      ) : !user.emailVerified ? (
        !resend.isSuccess && (
          <Button look="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
            Trimite linkul din nou
          </Button>
        )
      ) : (
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {TRY}
        </Button>
      )}
    </div>
  );
}
