import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readUser } from '#contract/admin.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { AdminClaim } from '#web/features/admin/admin-claim.tsx';
import { UserFacts } from '#web/features/admin/user-facts.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

export function AdminUserPage({ userId }: { userId: string }) {
  usePageTitle('Utilizator');
  const { data, error } = useQuery({
    queryKey: ['admin-user', userId],
    queryFn: ({ signal }) => call(readUser, { params: { userId } }, { signal }),
    staleTime: 0,
  });
  const back = (
    <Link to="/admin/users" className={buttonClass({ look: 'quiet' })}>
      Înapoi la utilizatori
    </Link>
  );
  if (error && !data) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    const title = isUnknown ? 'Nu am găsit utilizatorul' : 'Contul nu s-a putut citi';
    return (
      <EmptyState heading="h1" title={title} action={back}>
        {!isUnknown && <p>{errorMessage(error)}</p>}
      </EmptyState>
    );
  }
  if (!data) {
    return (
      <>
        <LoadingNote>Se încarcă utilizatorul…</LoadingNote>
        <Skeleton className="h-64 rounded-3xl" />
      </>
    );
  }
  return (
    <div className="max-w-4xl">
      <h1 className="text-3xl break-words">{data.user.email}</h1>
      <AdminClaim user={data.user} />
      <UserFacts file={data} />
      <div className="mt-8">{back}</div>
    </div>
  );
}
