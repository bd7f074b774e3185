import type { UserDocument } from '#contract/users.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { LOWER_PLAN_DAYS, type SoldPlan } from '#domain/plans/purchase.ts';
import { buyableFrom } from '#web/features/pricing/buyable-from.ts';
import { planWords } from '#web/text/plan-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface PlanActionProps {
  readonly plan: SoldPlan;
  readonly user: UserDocument | null;
  readonly onChoose: () => void;
}

/** Buys a plan, or one more period of the own one, which says until when it runs; a smaller one says from when. */
export function PlanAction({ plan, user, onChoose }: PlanActionProps) {
  const words = user && planWords(user, new Date());
  const isOwn = words?.plan === plan;
  const from = user && buyableFrom(user, plan, new Date());
  if (from)
    return (
      <p className="text-ink-soft">
        Se poate cumpăra din {formatDay(from)}, în ultimele {formatCount(LOWER_PLAN_DAYS, NOUNS.day)} ale
        planului tău.
      </p>
    );
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
