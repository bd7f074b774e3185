import { useSearchParams } from 'react-router';
import { USER_GROUPS, USER_SORTS } from '#contract/admin/admin-users.ts';
import { PLANS } from '#domain/plans/plan.ts';
import { readLimits } from '#web/features/admin/shared/limits.ts';
import { UsersList } from '#web/features/admin/users/users-list.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';

/** The accounts. `?q=` searches, `?sort=` orders, `?group=`, `?plan=` and days leave only some. */
export function AdminUsersPage() {
  usePageTitle('Utilizatori');
  const [params, setParams] = useSearchParams();
  const choice = {
    search: params.get('q') ?? '',
    sort: USER_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    group: USER_GROUPS.find((group) => group === params.get('group')) ?? null,
    plan: PLANS.find((plan) => plan === params.get('plan')) ?? null,
    limits: readLimits(params),
  };
  return (
    <>
      <h1 className="text-4xl">Utilizatori</h1>
      <UsersList
        choice={choice}
        onChoose={({ search, sort, group, plan, limits }) =>
          setParams({
            ...(search ? { q: search } : {}),
            ...(sort === 'newest' ? {} : { sort }),
            ...(group ? { group } : {}),
            ...(plan ? { plan } : {}),
            ...limits,
          })
        }
        hrefOf={(userId) => ({ pathname: `/admin/users/${userId}`, search: params.toString() })}
      />
    </>
  );
}
