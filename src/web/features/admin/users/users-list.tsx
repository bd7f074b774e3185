import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type To } from 'react-router';
import {
  downloadUsers,
  type ListedUser,
  listUsers,
  readUserTotals,
  USER_GROUPS,
  USER_SORTS,
} from '#contract/admin/admin-users.ts';
import type { QueryOf } from '#contract/route.ts';
import { creditsLabel, formatCount } from '#domain/language/plural.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { PLAN_LABELS, PLANS } from '#domain/plans/plan.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { withQuery } from '#web/api/with-query.ts';
import { FoldedFilters, ListFilter } from '#web/features/admin/shared/list-filter.tsx';
import { ListSummary } from '#web/features/admin/shared/list-summary.tsx';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { SearchForm } from '#web/features/admin/shared/search-form.tsx';
import { GROUP_LABELS, SORT_LABELS, USERS, type UserChoice } from '#web/features/admin/shared/user-words.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { Pill } from '#web/ui/pill.tsx';

const ACCOUNT = { one: 'cont', few: 'conturi' };

interface UsersListProps {
  readonly choice: UserChoice;
  readonly onChoose: (choice: UserChoice) => void;
  /** Link to an account. */
  readonly hrefOf: (userId: string) => To;
}

/** Lists the accounts of a choice; the server searches and sorts. */
export function UsersList({ choice, onChoose, hrefOf }: UsersListProps) {
  const { search, sort, group, plan, limits } = choice;
  const filter = {
    ...(search ? { search } : {}),
    ...(group ? { group } : {}),
    ...(plan ? { plan } : {}),
    ...limits,
  };
  const query = useInfiniteQuery({
    queryKey: [USERS, filter, sort],
    queryFn: ({ pageParam, signal }) =>
      call(
        listUsers,
        {
          query: { ...filter, sort, ...(pageParam ? { cursor: pageParam } : {}) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  return (
    <>
      <SearchForm
        search={search}
        label="Caută după adresă, nume, firmă, CUI, numărul unei comenzi sau facturi, sumă sau zi"
        placeholder="Nume sau număr"
        onSearch={(text) => onChoose({ ...choice, search: text })}
      />
      <FoldedFilters key={search} chosen={[group && GROUP_LABELS[group], plan && PLAN_LABELS[plan]]}>
        <UserFilters choice={choice} onChoose={onChoose} />
      </FoldedFilters>
      <ListSummary
        totals={<UserTotals filter={filter} />}
        isCut={query.data?.pages[0]?.isCut ?? false}
        csv={withQuery(downloadUsers.path, new URLSearchParams(filter))}
      />
      <PagedList
        label="Utilizatori"
        query={query}
        itemsOf={(page) => page.users}
        keyOf={(user) => user.uid}
        row={(user) => <UserRow user={user} href={hrefOf(user.uid)} />}
        empty={
          <EmptyState
            title="Nu e nimeni aici"
            action={
              <Button
                look="quiet"
                onClick={() => onChoose({ search: '', sort, group: null, plan: null, limits: {} })}
              >
                Vezi toate conturile
              </Button>
            }
          >
            <p>
              {search
                ? `Niciun cont${group ? ` din „${GROUP_LABELS[group]}”` : ''} nu se găsește după „${search}”. Numerele se scriu întregi, iar numele de la începutul cuvântului.`
                : 'Niciun cont nu este în lista asta.'}
            </p>
          </EmptyState>
        }
      />
    </>
  );
}

function UserFilters({ choice, onChoose }: Pick<UsersListProps, 'choice' | 'onChoose'>) {
  const { limits, group, plan, sort } = choice;
  return (
    <>
      <ListFilter
        key={JSON.stringify(limits)}
        limits={limits}
        onChange={(next) => onChoose({ ...choice, limits: next })}
      />
      <div className="mt-4 mb-5 flex flex-wrap gap-x-8 gap-y-3">
        <Chips
          label="Care conturi"
          choices={[null, ...USER_GROUPS]}
          chosen={group}
          words={(one) => (one === null ? 'Toate' : GROUP_LABELS[one])}
          onChoose={(next) => onChoose({ ...choice, group: next })}
        />
        <Chips
          label="Cu ce plan"
          choices={[null, ...PLANS]}
          chosen={plan}
          words={(one) => (one === null ? 'Orice plan' : PLAN_LABELS[one])}
          onChoose={(next) => onChoose({ ...choice, plan: next })}
        />
        <Chips
          label="Ordinea"
          choices={USER_SORTS}
          chosen={sort}
          words={(one) => SORT_LABELS[one]}
          onChoose={(next) => onChoose({ ...choice, sort: next })}
        />
      </div>
    </>
  );
}

/** Says how many accounts a choice has. */
function UserTotals({ filter }: { readonly filter: QueryOf<typeof readUserTotals> }) {
  const query = useQuery({
    queryKey: [USERS, 'totals', filter],
    queryFn: ({ signal }) => call(readUserTotals, { query: filter }, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return <ReadFailed query={query} what="Totalul nu s-a putut citi." />;
  return formatCount(data.users, ACCOUNT);
}

function UserRow({ user, href }: { user: ListedUser; href: To }) {
  return (
    <Link
      to={href}
      className="grid gap-x-6 gap-y-1 px-5 py-4 hover:bg-sunken sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <span className="min-w-0">
        <span className="block font-semibold break-words">{user.email}</span>
        {user.displayName && <span className="block break-words text-ink-soft">{user.displayName}</span>}
        <span className="block text-sm text-ink-soft">
          cont din {formatDay(new Date(user.createdAt))} ·{' '}
          {user.lastLoginAt ? `intrat ${formatStamp(new Date(user.lastLoginAt))}` : 'n-a intrat încă'}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2 text-sm sm:justify-end">
        {user.suspendedAt && <Pill tone="danger">suspendat</Pill>}
        {user.role === 'admin' && <Pill tone="film">admin</Pill>}
        <Pill>{PLAN_LABELS[user.plan]}</Pill>
        <span className="font-mono whitespace-nowrap">
          <CreditText>{creditsLabel(user.credits)}</CreditText>
        </span>
      </span>
    </Link>
  );
}
