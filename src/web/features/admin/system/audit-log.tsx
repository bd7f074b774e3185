import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AuditEntry, listAuditEntries } from '#contract/admin/admin-actions.ts';
import { auditChanges, auditSentence } from '#domain/language/audit-words.ts';
import { formatMoment } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { ChangeList } from '#web/features/admin/shared/change-list.tsx';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';

/** The audit log: all of it, or about one account. Read-only. */
export function AuditLog({ userId = null }: { userId?: string | null }) {
  const query = useInfiniteQuery({
    queryKey: [AUDIT_LOG, userId],
    queryFn: ({ pageParam, signal }) =>
      call(
        listAuditEntries,
        { query: { ...(userId ? { userId } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  return (
    <section aria-label="Jurnal" className="mt-8 max-w-3xl">
      {userId && <h2 className="text-2xl">Jurnal</h2>}
      <p className="mt-1.5 mb-4 max-w-prose text-sm text-ink-soft">
        Tot ce au schimbat administratorii{userId ? ' la contul acesta' : ''}. Nu se poate nici șterge, nici
        schimba.
      </p>
      <PagedList
        label="Jurnal"
        query={query}
        itemsOf={(page) => page.acts}
        keyOf={(entry) => entry.id}
        row={(entry) => <AuditRow entry={entry} isOfOne={userId !== null} />}
        empty={<p className="text-ink-soft">Niciun administrator n-a schimbat nimic încă.</p>}
      />
    </section>
  );
}

function AuditRow({ entry, isOfOne }: { entry: AuditEntry; isOfOne: boolean }) {
  const changes = auditChanges(entry);
  const isOrder = entry.subject?.startsWith('ord_') === true;
  return (
    <article className="flex flex-col gap-1.5 px-5 py-4">
      <p className="font-semibold break-words">{auditSentence(entry)}</p>
      {entry.user && !isOfOne && (
        <p className="text-sm">
          <span className="text-ink-soft">pentru </span>
          <Link to={`/admin/users/${entry.user.uid}`} className="link break-words">
            {entry.user.email}
          </Link>
        </p>
      )}
      {isOrder && (
        <p className="text-sm">
          <Link
            to={`/admin/dashboard?order=${entry.subject}`}
            className="link inline-flex min-h-6 items-center break-all"
          >
            Vezi comanda
          </Link>
        </p>
      )}
      {changes.length > 0 && <ChangeList changes={changes} />}
      {entry.reason && <p className="break-words">„{entry.reason}”</p>}
      <p className="text-sm break-words text-ink-soft">
        {entry.by ?? 'o unealtă de pe server'} · {formatMoment(new Date(entry.createdAt))}
      </p>
      <Raw entry={entry} />
    </article>
  );
}

/** The entry as it is stored, for investigations. */
function Raw({ entry: { id, kind, subject, details } }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-ink-soft underline decoration-dotted underline-offset-4">
        Date brute
      </summary>
      {isOpen && (
        <pre className="mt-2 overflow-x-auto rounded-xl bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify({ id, kind, subject, details }, null, 2)}
        </pre>
      )}
    </details>
  );
}
