import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readMe } from '#contract/users.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What the server says about the own rights, asked anew each time. */
export function DebugAdminPage() {
  usePageTitle('Drepturile contului');
  const answer = useQuery({
    queryKey: ['debug-admin'],
    queryFn: ({ signal }) => call(readMe, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <div className="page max-w-3xl">
      <h1 className="text-4xl">Drepturile contului</h1>
      <p className="mt-3 text-ink-soft">Întrebăm serverul, nu memoria browserului.</p>
      <div className="mt-6 rounded-3xl border border-line bg-card p-6" aria-busy={answer.isFetching}>
        {answer.isPending && <Skeleton className="h-7 w-48" />}
        {answer.isError && <p className="font-medium text-danger">{errorMessage(answer.error)}</p>}
        {answer.data && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
            <dt className="text-ink-soft">Cont</dt>
            <dd className="min-w-0 break-words">{answer.data.email}</dd>
            <dt className="text-ink-soft">Rol</dt>
            <dd className="font-mono">{answer.data.role}</dd>
            <dt className="text-ink-soft">Administrator</dt>
            <dd className="font-semibold">{isAdmin(answer.data) ? 'da' : 'nu'}</dd>
          </dl>
        )}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={answer.isFetching} onClick={() => void answer.refetch()}>
          Întreabă din nou
        </Button>
        {answer.data && isAdmin(answer.data) && (
          <Link to="/admin" className={buttonClass({ look: 'quiet' })}>
            Mergi la administrare
          </Link>
        )}
      </div>
    </div>
  );
}
