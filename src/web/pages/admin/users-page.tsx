import { useSearchParams } from 'react-router';
import { UsersList } from '#web/features/admin/users-list.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';

export function AdminUsersPage() {
  usePageTitle('Utilizatori');
  const [params, setParams] = useSearchParams();
  return (
    <>
      <h1 className="text-4xl">Utilizatori</h1>
      <UsersList search={params.get('q') ?? ''} onSearch={(q) => setParams(q ? { q } : {})} />
    </>
  );
}
