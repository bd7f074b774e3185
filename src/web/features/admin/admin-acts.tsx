import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AdminActLine, listAdminActs } from '#contract/admin-acts.ts';
import { adminActWords } from '#domain/language/admin-act-words.ts';
import { formatMoment } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { PagedList } from '#web/features/admin/paged-list.tsx';
import { ACTS } from '#web/features/admin/user-words.ts';

/** What admins did: all of it, or about one account. Nothing here can be changed. */
export function AdminActs({ userId = null }: { userId?: string | null }) {
  const query = useInfiniteQuery({
    queryKey: [ACTS, userId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAdminActs,
        { query: { ...(userId ? { userId } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  return (
    <section aria-label="Jurnal" className="mt-8">
      <h2 className="text-2xl">Jurnal</h2>
      <p className="mt-1.5 mb-4 max-w-prose text-sm text-ink-soft">
        Tot ce au schimbat administratorii{userId ? ' la contul acesta' : ''}. Nu se poate nici șterge, nici
        schimba.
      </p>
      <PagedList
        label="Jurnal"
        query={query}
        itemsOf={(page) => page.acts}
        keyOf={(act) => act.id}
        row={(act) => <ActRow act={act} isOfOne={userId !== null} />}
        empty={<p className="text-ink-soft">Niciun administrator n-a schimbat nimic încă.</p>}
      />
    </section>
  );
}

function ActRow({ act, isOfOne }: { act: AdminActLine; isOfOne: boolean }) {
  const details = Object.entries(act.details).filter(([, value]) => value !== null);
  return (
    <div className="px-5 py-4">
      <p className="font-semibold">{adminActWords(act.kind)}</p>
      {act.user && !isOfOne && (
        <p>
          <Link to={`/admin/users/${act.user.uid}`} className="link break-words">
            {act.user.email}
          </Link>
        </p>
      )}
      {act.reason && <p className="break-words">„{act.reason}”</p>}
      {(act.subject || details.length > 0) && (
        <p className="font-mono text-xs break-all text-ink-soft">
          {[act.subject, ...details.map(([name, value]) => `${name}: ${String(value)}`)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <p className="text-sm break-words text-ink-soft">
        {act.by ?? 'o unealtă de pe server'} · {formatMoment(new Date(act.createdAt))}
      </p>
    </div>
  );
}
