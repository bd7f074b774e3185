import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { checkAdminStatus } from '#contract/users.ts';
import { formatMoment } from '#domain/language/time.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import { call } from '#web/api/call.ts';
import { type Readable, ReadFailed } from '#web/api/read-failed.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { readClaims, refreshClaims } from '#web/session/claims.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const KEY = 'debug-admin';
const fresh = { staleTime: 0, gcTime: 0 } as const;
const yesOrNo = (value: boolean) => (value ? 'da' : 'nu');

/** The user's token claims, the server's view of them, and a forced refresh with a check after it. */
export function DebugAdminPage() {
  usePageTitle('Drepturile contului');
  const client = useQueryClient();
  const token = useQuery({ queryKey: [KEY, 'token'], queryFn: readClaims, ...fresh });
  const answer = useQuery({
    queryKey: [KEY, 'server'],
    queryFn: ({ signal }) => call(checkAdminStatus, {}, { signal }),
    ...fresh,
  });
  const check = () => client.invalidateQueries({ queryKey: [KEY] });
  const refresh = useMutation({ mutationFn: refreshClaims, onSuccess: check });
  return (
    <div className="page max-w-3xl">
      <h1 className="text-4xl">Drepturile contului</h1>
      <p className="mt-3 text-ink-soft">
        Tokenul ține minte drepturile din clipa în care a fost emis. Serverul se uită în baza de date la
        fiecare cerere și el hotărăște.
      </p>
      <div className="mt-6 grid gap-5 md:grid-cols-2">
        <Source title="Ce spune tokenul tău" query={token}>
          {token.data && (
            <>
              <Fact name="admin">{yesOrNo(token.data.admin)}</Fact>
              <Fact name="role">{token.data.role}</Fact>
              <Fact name="Emis">{formatMoment(new Date(token.data.issuedAt))}</Fact>
              <Fact name="Citit">{formatMoment(new Date(token.dataUpdatedAt))}</Fact>
            </>
          )}
        </Source>
        <Source title="Ce spune serverul" query={answer}>
          {answer.data && (
            <>
              <Fact name="isAdmin">{yesOrNo(answer.data.isAdmin)}</Fact>
              <Fact name="role">{answer.data.role}</Fact>
              <Fact name="Întrebat">{formatMoment(new Date(answer.dataUpdatedAt))}</Fact>
            </>
          )}
        </Source>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
          Reîmprospătează tokenul
        </Button>
        <Button look="quiet" busy={token.isFetching || answer.isFetching} onClick={() => void check()}>
          Verifică din nou
        </Button>
        {token.data && isAdmin(token.data) && (
          <Link to="/admin" className={buttonClass({ look: 'quiet' })}>
            Mergi la administrare
          </Link>
        )}
      </div>
    </div>
  );
}

interface SourceProps {
  readonly title: string;
  readonly query: Readable & {
    readonly isFetching: boolean;
    readonly isPending: boolean;
  };
  readonly children: ReactNode;
}

function Source({ title, query, children }: SourceProps) {
  return (
    <section
      aria-label={title}
      aria-busy={query.isFetching}
      className="rounded-3xl border border-line bg-card p-6"
    >
      <h2 className="text-xl">{title}</h2>
      {query.isPending && <Skeleton className="mt-4 h-7 w-48" />}
      <div className="mt-4 empty:hidden">
        <ReadFailed query={query} />
      </div>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-mono break-words">{children}</dd>
    </>
  );
}
