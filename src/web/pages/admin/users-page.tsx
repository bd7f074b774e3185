import { useSearchParams } from 'react-router';
import { USER_GROUPS, USER_SORTS } from '#contract/admin/admin-users.ts';
import { UsersList } from '#web/features/admin/users/users-list.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';

/** The accounts. `?q=` searches, `?sort=` orders, `?group=` leaves only some. */
export function AdminUsersPage() {
  usePageTitle('Utilizatori');
  const [params, setParams] = useSearchParams();
  const choice = {
    search: params.get('q') ?? '',
    sort: USER_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    group: USER_GROUPS.find((group) => group === params.get('group')) ?? null,
  };
  return (
    <>
      <h1 className="text-4xl">Utilizatori</h1>
      <UsersList
        choice={choice}
        onChoose={({ search, sort, group }) =>
          setParams({
            ...(search ? { q: search } : {}),
            ...(sort === 'newest' ? {} : { sort }),
            ...(group ? { group } : {}),
          })
        }
        hrefOf={(userId) => ({ pathname: `/admin/users/${userId}`, search: params.toString() })}
      />
    </>
  );
}
