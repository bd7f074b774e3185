import type { UserDocument } from '#contract/users.ts';
import { creditsLabel } from '#domain/language/plural.ts';
import { Fact } from '#web/features/settings/fact.tsx';
import { balanceBuys, UNLIMITED } from '#web/text/credit-words.ts';
import { planWords } from '#web/text/plan-words.ts';

/** What the account may do, as the server says it. */
export function PlanFacts({ user }: { user: UserDocument }) {
  const { totalCredits } = user.credits;
  const plan = planWords(user, new Date());
  return (
    <dl>
      <Fact name="Plan">
        {plan.label}
        {plan.notes.map((note) => (
          <span key={note} className="block font-normal text-ink-soft">
            {note}
          </span>
        ))}
      </Fact>
      <Fact name="Credite">
        {totalCredits === UNLIMITED ? (
          <span role="img" aria-label="nelimitat">
            ∞
          </span>
        ) : (
          creditsLabel(totalCredits)
        )}
        <span className="block font-normal text-ink-soft">{balanceBuys(totalCredits)}</span>
      </Fact>
    </dl>
  );
}
