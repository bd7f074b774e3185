import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listUsers } from '#contract/admin/admin-users.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { readSearch } from '#domain/payments/search/read-search.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { USERS } from '#web/features/admin/shared/user-words.ts';

const SHOWN = 5;

/** Lists the accounts that the same search leads to, above its orders; renders nothing without any, and for a mere sum or day. */
export function FoundUsers({ search }: { readonly search: string }) {
  const query = useQuery({
    queryKey: [USERS, 'found', search],
    queryFn: ({ signal }) => call(listUsers, { query: { search } }, { signal }),
    // Buyers of a sum or day stand in their orders.
    enabled: readSearch(search, toBucharestDay(new Date())).words !== null,
    staleTime: 0,
  });
  const viewer = useViewer();
  const { data } = query;
  if (!data) return <ReadFailed query={query} what="Conturile găsite nu s-au putut citi." />;
  if (data.users.length === 0) return null;
  return (
    <section aria-label="Conturi găsite" className="mb-5 rounded-3xl border border-line bg-card px-5 py-4">
      <h3 className="text-lg">Conturi</h3>
      <ul className="mt-1">
        {data.users.slice(0, SHOWN).map(({ uid, email, displayName }) => (
          <li key={uid}>
            <Link to={viewer.userPath(uid)} className="link inline-flex min-h-11 items-center break-all">
              {email}
              {displayName && ` · ${displayName}`}
            </Link>
          </li>
        ))}
      </ul>
      {viewer.isAdmin && (data.users.length > SHOWN || data.nextCursor !== null) && (
        <Link
          to={`/admin/users?${new URLSearchParams({ q: search })}`}
          className="link inline-flex min-h-11 items-center"
        >
          Vezi toate conturile găsite
        </Link>
      )}
    </section>
  );
}
