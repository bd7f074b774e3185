import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startTrial } from '#contract/plans.ts';
import type { UserDocument } from '#contract/users.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { TRIAL_CREDITS, TRIAL_DAYS } from '#domain/plans/trial-start.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/documents.ts';
import { ME } from '#web/api/keys.ts';
import { mayTryOut } from '#web/features/pricing/may-try-out.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

const TRY = `Încearcă ${count(TRIAL_DAYS, NOUNS.day)} gratuit`;

/** The trial, to everybody who may still have one; it needs a verified address and no card. */
export function TrialOffer({ user }: { user: UserDocument | null }) {
  const start = useMutation({
    mutationFn: () => call(startTrial, {}),
    onSuccess: (document, _, _result, { client }) => putDocument(client, ME, document),
  });
  if (user && !mayTryOut(user, new Date())) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 rounded-3xl border border-line bg-card p-6">
      <p className="max-w-prose">
        {count(TRIAL_DAYS, NOUNS.day)} cu limitele planului Pro și {count(TRIAL_CREDITS, NOUNS.credit)}, fără
        card. Se încheie singure.
        {user && !user.emailVerified && (
          <span className="block text-ink-soft">
            Mai întâi{' '}
            <Link to="/settings#account" className="link">
              confirmă adresa de email
            </Link>
            .
          </span>
        )}
      </p>
      {user === null ? (
        <Link to={`/register?redirect=${encodeURIComponent('/pricing#plans')}`} className={buttonClass()}>
          {TRY}
        </Link>
      ) : (
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {TRY}
        </Button>
      )}
    </div>
  );
}
