import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endUserSessions, listUserSessions } from '#contract/admin/admin-users.ts';
import { deviceWords } from '#domain/language/device-words.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatStamp } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { AUDIT_LOG, userListKey } from '#web/features/admin/shared/user-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** The account's sessions; each may be ended, or all. */
export function UserSessions({ userId }: { userId: string }) {
  const client = useQueryClient();
  const queryKey = userListKey(userId, 'sessions');
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUserSessions, { params: { userId } }, { signal }),
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: (sessionId: string | null) =>
      call(endUserSessions, { params: { userId }, body: { sessionId } }),
    onSuccess: (left) => {
      client.setQueryData(queryKey, left);
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
      showToast({ text: 'Sesiunea s-a încheiat.' });
    },
  });
  const sessions = query.data?.sessions ?? [];
  return (
    <section aria-label="Sesiuni" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Sesiuni</h2>
        {sessions.length > 0 && (
          <Button look="danger" small busy={end.isPending} onClick={() => end.mutate(null)}>
            Încheie{' '}
            {sessions.length === 1
              ? 'sesiunea'
              : formatCount(sessions.length, { one: 'sesiune', few: 'sesiuni' })}
          </Button>
        )}
      </div>
      <div className="mt-3">
        <ReadFailed panel query={query} />
        {query.isPending && (
          <>
            <LoadingNote />
            <Skeleton className="h-20 rounded-3xl" />
          </>
        )}
        {query.data && sessions.length === 0 && <p className="text-ink-soft">Nu e nimeni în cont acum.</p>}
        <ul className="divide-y divide-line">
          {sessions.map(({ id, userAgent, createdAt, seenAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0 flex-1 basis-64">
                <span className="block font-medium break-words" title={userAgent}>
                  {deviceWords(userAgent)}
                </span>
                <span className="block text-sm text-ink-soft">
                  văzut {formatStamp(new Date(seenAt))} · intrat {formatStamp(new Date(createdAt))}
                </span>
              </span>
              {sessions.length > 1 && (
                <Button look="quiet" small busy={end.isPending} onClick={() => end.mutate(id)}>
                  Încheie
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
