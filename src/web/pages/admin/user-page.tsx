import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { readUser, type UserFile } from '#contract/admin/admin-users.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { call } from '#web/api/call.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { useMissing } from '#web/api/reported-errors.ts';
import { userFileKey } from '#web/features/admin/shared/user-words.ts';
import { AuditLog } from '#web/features/admin/system/audit-log.tsx';
import { AdminClaim } from '#web/features/admin/users/admin-claim.tsx';
import { FactorRemoval } from '#web/features/admin/users/factor-removal.tsx';
import { Suspension } from '#web/features/admin/users/suspension.tsx';
import { UserBatches } from '#web/features/admin/users/user-batches.tsx';
import { UserFacts } from '#web/features/admin/users/user-facts.tsx';
import { UserMoney } from '#web/features/admin/users/user-money.tsx';
import { UserNotes } from '#web/features/admin/users/user-notes.tsx';
import { UserSessions } from '#web/features/admin/users/user-sessions.tsx';
import { SectionLinks } from '#web/pages/admin/section-links.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const Rights = createLazyPart(async () => (await import('#web/features/admin/users/rights.tsx')).Rights);

const PARTS = [
  { value: 'cont', label: 'Cont' },
  { value: 'bani', label: 'Plan și credite' },
  { value: 'loturi', label: 'Loturi' },
  { value: 'jurnal', label: 'Jurnal' },
] as const;
type Part = (typeof PARTS)[number]['value'];

/** One account. `?parte=` chooses its part; the list's search and order stay in the address, for the way back. */
export function AdminUserPage({ userId }: { userId: string }) {
  usePageTitle('Utilizator');
  const [params] = useSearchParams();
  const part = PARTS.find(({ value }) => value === params.get('parte'))?.value ?? 'cont';
  const query = useQuery({
    queryKey: userFileKey(userId),
    queryFn: ({ signal }) => call(readUser, { params: { userId } }, { signal }),
    staleTime: 0,
  });
  const { data, error } = query;
  const missing = useMissing(error);
  const listed = new URLSearchParams(params);
  listed.delete('parte');
  const back = (
    <Link
      to={{ pathname: '/admin/users', search: listed.toString() }}
      className={buttonClass({ look: 'quiet', small: true })}
    >
      Înapoi la utilizatori
    </Link>
  );
  if (error && !data) {
    if (missing) return <EmptyState heading="h1" title="Nu am găsit utilizatorul" action={back} />;
    return (
      <>
        {back}
        <PageReadFailed query={query} title="Contul nu s-a putut citi" />
      </>
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
    <>
      {back}
      <h1 className="mt-5 text-2xl break-words sm:text-3xl">{data.user.email}</h1>
      <p className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
        {data.suspendedAt && <Pill tone="danger">suspendat</Pill>}
        {isAdmin(data.user) && <Pill tone="film">admin</Pill>}
      </p>
      <SectionLinks
        label="Părțile contului"
        sections={PARTS.map(({ value, label }) => ({
          label,
          isHere: value === part,
          to: {
            search: new URLSearchParams([
              ...listed,
              ...(value === 'cont' ? [] : [['parte', value]]),
            ]).toString(),
          },
        }))}
      />
      <Shown part={part} file={data} />
    </>
  );
}

function Shown({ part, file }: { part: Part; file: UserFile }) {
  const userId = file.user.uid;
  if (part === 'bani') return <UserMoney file={file} />;
  if (part === 'loturi') return <UserBatches userId={userId} />;
  if (part === 'jurnal') return <AuditLog userId={userId} />;
  return (
    <>
      <div className="grid items-start gap-x-6 lg:grid-cols-2">
        <AdminClaim user={file.user} />
        <Suspension file={file} />
        <FactorRemoval file={file} />
      </div>
      <Suspense fallback={<LoadingNote />}>
        <Rights file={file} />
      </Suspense>
      <UserNotes userId={userId} />
      <UserSessions userId={userId} />
      <UserFacts file={file} />
    </>
  );
}
