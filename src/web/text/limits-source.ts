import { isTrialRunning, readTrial } from '#domain/plans/trial.ts';
import { type PlanOwner, planWords } from '#web/text/plan-words.ts';

/** Returns the source of the limits in force: „planul Pro”, „perioada de probă”, „creditele cumpărate”. */
export function limitsSource(user: PlanOwner & { readonly hasBoughtCredits: boolean }, now: Date): string {
  const { plan, label } = planWords(user, now);
  // A trial has the limits of Pro: above Basic, never above those of a plan that costs more.
  if ((plan === 'free' || plan === 'basic') && isTrialRunning(readTrial(user), now))
    return 'perioada de probă';
  return plan === 'free' && user.hasBoughtCredits ? 'creditele cumpărate' : `planul ${label}`;
}
