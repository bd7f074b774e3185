import type { UserDocument } from '#contract/users.ts';
import { creditsLabel } from '#domain/language/plural.ts';
import { CreditEnds } from '#web/features/settings/money/credit-ends.tsx';
import { SettingRow } from '#web/features/settings/setting-row.tsx';
import { isUserPlanActive } from '#web/session/use-user.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { balanceBuys } from '#web/text/credit-words.ts';
import { planWords } from '#web/text/plan-words.ts';
import { Pill } from '#web/ui/pill.tsx';

/** The account's limits, as the server reports them. */
export function PlanFacts({ user }: { user: UserDocument }) {
  const { totalCredits } = user.credits;
  const now = new Date();
  const plan = planWords(user, now);
  return (
    <dl>
      <SettingRow name="Plan">
        <span className="mr-2">{plan.label}</span>
        {isUserPlanActive(user, now) && <Pill>activ</Pill>}
        {plan.notes.map((note) => (
          <span key={note} className="block font-normal text-ink-soft">
            {note}
          </span>
        ))}
      </SettingRow>
      <SettingRow name="Credite">
        <CreditText>{creditsLabel(totalCredits)}</CreditText>
        <span className="block font-normal text-ink-soft">{balanceBuys(totalCredits)}</span>
      </SettingRow>
      <SettingRow name="Până când">
        <CreditEnds user={user} />
      </SettingRow>
    </dl>
  );
}
