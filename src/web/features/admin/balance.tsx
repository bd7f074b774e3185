import type { UserFile } from '#contract/admin-users.ts';
import { ledgerWords } from '#domain/language/ledger-words.ts';
import { count, creditsLabel, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { Fact, Facts } from '#web/features/admin/fact.tsx';

/** What the account has: credits by where they came from, plans by when they run. */
export function Balance({ file }: { file: UserFile }) {
  const { balance, grants, periods, user } = file;
  const isUnlimited = user.credits.totalCredits === -1;
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <Facts title="Credite">
        <Fact name="Sold">
          {isUnlimited
            ? `${creditsLabel(-1)}; dedesubt ${count(balance, NOUNS.credit)}`
            : creditsLabel(balance)}
        </Fact>
        {grants.map((grant) => (
          <Fact key={`${grant.createdAt} ${grant.source}`} name={ledgerWords('grant', grant.source)}>
            {grant.remaining} din {grant.granted}
            {grant.expiresAt ? `, până pe ${formatDay(new Date(grant.expiresAt))}` : ', fără termen'}
          </Fact>
        ))}
      </Facts>
      <Facts title="Planuri">
        {periods.length === 0 && <Fact name="Acum">{PLAN_LABELS.free}</Fact>}
        {periods.map((period, place) => (
          <Fact key={period.startsAt} name={place === 0 ? 'Acum' : 'Apoi'}>
            {PLAN_LABELS[period.plan]} ·{' '}
            {period.price === 0 ? 'dat de un administrator' : leiLabel(period.price)}
            {period.endsAt ? ` · până pe ${formatMoment(new Date(period.endsAt))}` : ' · fără termen'}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
