import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listUsers, type UserLine } from '#contract/admin.ts';
import { formatDay } from '#domain/language/time.ts';
import { PLAN_LABELS } from '#domain/plans/plan.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { SearchForm } from '#web/features/admin/search-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface UsersListProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Accounts, newest first; the server searches. */
export function UsersList({ search, onSearch }: UsersListProps) {
  const list = useInfiniteQuery({
    queryKey: ['admin-users', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        listUsers,
        { query: { ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  const users = list.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <>
      <SearchForm
        key={search}
        search={search}
        label="Caută după adresă, nume sau id"
        placeholder="Adresă, nume sau id"
        onSearch={onSearch}
      />
      <div className="mt-6" aria-busy={list.isFetching}>
        {list.isPending && (
          <>
            <LoadingNote>Se încarcă utilizatorii…</LoadingNote>
            <Skeleton className="h-64 rounded-3xl" />
          </>
        )}
        {list.error && (
          <div role="alert" className="flex flex-wrap items-center gap-4 rounded-3xl bg-danger-wash p-5">
            <p className="font-medium text-danger">{errorMessage(list.error)}</p>
            <Button look="quiet" small onClick={() => void list.refetch()}>
              Încearcă din nou
            </Button>
          </div>
        )}
        {list.data && users.length === 0 && (
          <EmptyState title="Nu e nimeni aici">
            <p>Niciun cont nu are „{search}” în adresă, în nume sau în id.</p>
          </EmptyState>
        )}
        {users.length > 0 && (
          <ul
            aria-label="Utilizatori"
            className="divide-y divide-line rounded-3xl border border-line bg-card"
          >
            {users.map((user) => (
              <UserRow key={user.uid} user={user} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div className="mt-5">
            <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Arată mai mulți
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function UserRow({ user }: { user: UserLine }) {
  return (
    <li>
      <Link
        to={`/admin/users/${user.uid}`}
        className="grid gap-x-6 gap-y-1 px-5 py-4 hover:bg-sunken sm:grid-cols-[1fr_auto] sm:items-center"
      >
        <span className="min-w-0">
          <span className="block font-semibold break-words">{user.email}</span>
          {user.displayName && <span className="block break-words text-ink-soft">{user.displayName}</span>}
        </span>
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          {user.role === 'admin' && <Pill tone="film">admin</Pill>}
          <Pill>{PLAN_LABELS[user.plan]}</Pill>
          {formatDay(new Date(user.createdAt))}
        </span>
      </Link>
    </li>
  );
}
