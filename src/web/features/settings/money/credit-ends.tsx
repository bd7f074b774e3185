import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readCreditGrants } from '#contract/credits.ts';
import type { UserDocument } from '#contract/users.ts';
import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { ledgerWords } from '#domain/language/ledger-words.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { CreditText } from '#web/text/credit-text.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** Which credits end when, the next to be spent first; read anew when the account changes. */
export function CreditEnds({ user }: { user: UserDocument }) {
  const query = useQuery({
    queryKey: keys.creditGrants(user.rev),
    queryFn: ({ signal }) => call(readCreditGrants, {}, { signal }),
    placeholderData: keepPreviousData,
  });
  if (query.error && !query.data) return <ReadFailed query={query} />;
  if (!query.data)
    return (
      <>
        <LoadingNote />
        <Skeleton className="h-12 w-full" />
      </>
    );
  const { grants } = query.data;
  if (grants.length === 0) return <p className="font-normal text-ink-soft">Nu ai credite care să expire.</p>;
  const isUnlimited = user.credits.totalCredits === UNLIMITED;
  return (
    <>
      {(isUnlimited || grants.length > 1) && (
        <p className="font-normal text-ink-soft">
          <CreditText>
            {isUnlimited ? 'Cât ai ∞ credite, acestea rămân:' : 'Se folosesc în ordinea aceasta:'}
          </CreditText>
        </p>
      )}
      <ul>
        {grants.map(({ source, remaining, expiresAt, createdAt }) => (
          <li key={`${createdAt} ${source}`} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span className="font-normal">{ledgerWords('grant', source)}</span>
            <span>
              {formatCount(remaining, NOUNS.credit)},{' '}
              {expiresAt ? `până pe ${formatDay(new Date(expiresAt))}` : 'fără termen'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
