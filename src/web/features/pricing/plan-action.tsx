import type { UserDocument } from '#contract/users.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import type { SoldPlan } from '#domain/plans/purchase.ts';
import { planWords } from '#web/text/plan-words.ts';
import { Button } from '#web/ui/button.tsx';

interface PlanActionProps {
  readonly plan: SoldPlan;
  readonly user: UserDocument | null;
  readonly onChoose: () => void;
}

/** Buys a plan, or one more period of the own one, which says until when it runs. */
export function PlanAction({ plan, user, onChoose }: PlanActionProps) {
  const words = user && planWords(user, new Date());
  const isOwn = words?.plan === plan;
  const verb = isOwn ? 'Prelungește' : 'Cumpără';
  return (
    <>
      {isOwn && words.notes[0] && <p className="mb-3 text-ink-soft">{words.notes[0]}</p>}
      <Button
        look={plan === 'pro' ? 'primary' : 'quiet'}
        wide
        aria-label={`${verb} Plan ${PLAN_LABELS[plan]}`}
        onClick={onChoose}
      >
        {verb}
      </Button>
    </>
  );
}
