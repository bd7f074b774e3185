import { Link } from 'react-router';
import type { UserDocument } from '#contract/users.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { balanceBuys, creditParts } from '#web/text/credit-words.ts';
import { planWords } from '#web/text/plan-words.ts';

/** The balance, the batches it covers, and the plan in force. */
export function BalanceCard({ user }: { user: UserDocument }) {
  const { totalCredits } = user.credits;
  const plan = planWords(user, new Date());
  const [figure, noun] = creditParts(totalCredits);
  return (
    <section aria-labelledby="balance-title" className="rounded-3xl border border-line bg-card p-6">
      <h2 id="balance-title" className="text-xl">
        Soldul tău
      </h2>
      <p className="mt-3 flex items-baseline gap-2">
        <span className="font-display text-5xl font-extrabold">
          <CreditText>{figure}</CreditText>
        </span>
        <span className="text-ink-soft">{noun}</span>
      </p>
      <p className="mt-2 text-ink-soft">{balanceBuys(totalCredits)}</p>
      <p className="mt-4">
        Planul tău: <strong className="font-semibold">{plan.label}</strong>
      </p>
      {plan.notes.map((note) => (
        <p key={note} className="mt-1 text-sm text-ink-soft">
          {note}
        </p>
      ))}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
        <Link to="/pricing" className="link min-h-6">
          Ce primești pentru un credit
        </Link>
        <Link to="/test-image" className="link min-h-6">
          Probează o poză, gratuit
        </Link>
      </p>
    </section>
  );
}
