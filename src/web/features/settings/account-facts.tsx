import type { ReactNode } from 'react';
import type { UserDocument } from '#contract/users.ts';
import { creditsLabel } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { balanceBuys, UNLIMITED } from '#web/text/credit-words.ts';
import { planWords } from '#web/text/plan-words.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-t border-line py-4 sm:grid-cols-[12rem_1fr]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium break-words">{children}</dd>
    </div>
  );
}

/** What the account is, as the server says it. */
export function AccountFacts({ user }: { user: UserDocument }) {
  const { totalCredits } = user.credits;
  const plan = planWords(user, new Date());
  return (
    <dl>
      <Fact name="Email">{user.email}</Fact>
      <Fact name="Nume">{user.displayName ?? <span className="text-ink-soft">nu l-ai scris</span>}</Fact>
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
      <Fact name="Cont creat">{formatDay(new Date(user.createdAt))}</Fact>
    </dl>
  );
}
