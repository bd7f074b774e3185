import { Link } from 'react-router';
import { counted, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { balanceBuys, UNLIMITED } from '#web/text/credit-words.ts';

/** What is left and what it is good for. */
export function BalanceCard({ totalCredits }: { totalCredits: number }) {
  const unlimited = totalCredits === UNLIMITED;
  return (
    <section aria-labelledby="balance-title" className="rounded-3xl border border-line bg-card p-6">
      <h2 id="balance-title" className="text-xl">
        Soldul tău
      </h2>
      <p className="mt-3 flex items-baseline gap-2">
        {unlimited ? (
          <span role="img" aria-label="nelimitat" className="font-display text-5xl font-extrabold">
            ∞
          </span>
        ) : (
          <span className="font-display text-5xl font-extrabold">{formatNumber(totalCredits)}</span>
        )}
        <span className="text-ink-soft">
          {unlimited ? NOUNS.credit.few : counted(totalCredits, NOUNS.credit)}
        </span>
      </p>
      <p className="mt-2 text-ink-soft">{balanceBuys(totalCredits)}</p>
      <Link to="/pricing" className="link mt-4 inline-block">
        Ce primești pentru un credit
      </Link>
    </section>
  );
}
