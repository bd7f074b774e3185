import { useMutation } from '@tanstack/react-query';
import { resumePlan, stopPlan } from '#contract/plans.ts';
import type { UserDocument } from '#contract/users.ts';
import { remindedEnd } from '#domain/plans/reminders.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** Stops the mails before a plan ends, and resumes them; the plan ends by itself either way. Renders nothing where none would be sent. */
export function PlanReminders({ user }: { user: UserDocument }) {
  const subscription = readSubscription(user);
  const isStopped = subscription.cancelAtPeriodEnd;
  const change = useMutation({
    mutationFn: () => call(isStopped ? resumePlan : stopPlan, {}),
    // biome-ignore lint/complexity/useMaxParams: the order is TanStack Query's
    onSuccess: (_answer, _, _result, { client }) => client.invalidateQueries({ queryKey: keys.me }),
  });
  const isReminded = remindedEnd({ ...subscription, cancelAtPeriodEnd: false }) !== null;
  if (!isActive(subscription, new Date()) || !isReminded) return null;
  if (!user.emailVerified)
    return (
      <p className="mb-5 max-w-prose text-ink-soft">
        Confirmă-ți adresa de email dacă vrei să îți scriem înainte să se încheie planul.
      </p>
    );
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-prose text-ink-soft" aria-live="polite">
        {isStopped
          ? 'Nu îți mai scriem înainte să se încheie planul.'
          : 'Îți scriem pe email cu 7 și cu 3 zile înainte să se încheie planul și în ziua aceea.'}
      </p>
      <Button look="quiet" busy={change.isPending} onClick={() => change.mutate()}>
        {isStopped ? 'Pornește reamintirile' : 'Oprește reamintirile'}
      </Button>
    </div>
  );
}
