import type { ReactNode } from 'react';
import type { UserFile } from '#contract/admin/admin-users.ts';
import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { ledgerWords } from '#domain/language/ledger-words.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { CreditText } from '#web/text/credit-text.tsx';

/** The account's credits by source and its plans by period. */
export function Balance({ file }: { file: UserFile }) {
  const { balance, grants, periods, user } = file;
  const isUnlimited = user.credits.totalCredits === UNLIMITED;
  return (
    <div className="mt-8 grid items-start gap-x-6 gap-y-8 lg:grid-cols-2">
      <Part title="Credite" total={creditsLabel(isUnlimited ? UNLIMITED : balance)}>
        {isUnlimited && <BalanceRow what="Dedesubt" much={formatCount(balance, NOUNS.credit)} />}
        {grants.map((grant) => (
          <BalanceRow
            key={`${grant.createdAt} ${grant.source}`}
            what={ledgerWords('grant', grant.source)}
            until={grant.expiresAt ? `până pe ${formatDay(new Date(grant.expiresAt))}` : 'fără termen'}
            much={`${grant.remaining} din ${grant.granted}`}
          />
        ))}
      </Part>
      <Part title="Planuri" total={PLAN_LABELS[periods[0]?.plan ?? 'free']}>
        {periods.map((period, index) => (
          <BalanceRow
            key={period.startsAt}
            what={`${PLAN_LABELS[period.plan]} · ${period.price === 0 ? 'dat de un administrator' : leiLabel(period.price)}`}
            until={period.endsAt ? `până pe ${formatStamp(new Date(period.endsAt))}` : 'fără termen'}
            much={index === 0 ? 'acum' : 'apoi'}
          />
        ))}
      </Part>
    </div>
  );
}

function Part({ title, total, children }: { title: string; total: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-3xl border border-line bg-card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-5 pb-3">
        <h2 className="text-xl">{title}</h2>
        <p className="font-display text-2xl leading-none font-extrabold">
          <CreditText>{total}</CreditText>
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line empty:hidden">{children}</ul>
    </section>
  );
}

/** As a row of the history beneath: what it is and until when, and how much of it there is. */
function BalanceRow({ what, until, much }: { what: string; until?: string; much: string }) {
  return (
    <li className="flex justify-between gap-4 px-5 py-2.5">
      <span className="min-w-0">
        <span className="block font-medium break-words">{what}</span>
        {until && <span className="block text-sm text-ink-soft">{until}</span>}
      </span>
      <span className="shrink-0 font-semibold whitespace-nowrap">{much}</span>
    </li>
  );
}
