import { useInfiniteQuery } from '@tanstack/react-query';
import { listUserBatches, type UserBatch } from '#contract/admin/admin-users.ts';
import { isErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatStamp } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { PagedList } from '#web/features/admin/shared/paged-list.tsx';
import { userListKey } from '#web/features/admin/shared/user-words.ts';
import { BATCH_STATE_WORDS, batchLabel } from '#web/text/batch-words.ts';
import { Pill } from '#web/ui/pill.tsx';

/** The batches of an account by number, state and counts: neither names nor pictures. */
export function UserBatches({ userId }: { userId: string }) {
  const query = useInfiniteQuery({
    queryKey: userListKey(userId, 'lots'),
    queryFn: ({ pageParam, signal }) =>
      call(
        listUserBatches,
        { params: { userId }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  return (
    <section aria-label="Loturi" className="mt-8">
      <h2 className="text-2xl">Loturi</h2>
      <p className="mt-1.5 mb-4 max-w-prose text-sm text-ink-soft">
        Numai numere și stări. Numele loturilor, fișierele și pozele sunt ale celui care are contul.
      </p>
      <PagedList
        label="Loturi"
        query={query}
        itemsOf={(page) => page.lots}
        keyOf={(batch) => batch.id}
        row={(batch) => <UserBatchRow batch={batch} />}
        empty={<p className="text-ink-soft">N-a făcut încă niciun lot.</p>}
      />
    </section>
  );
}

function UserBatchRow({ batch }: { batch: UserBatch }) {
  return (
    <div className="grid gap-x-6 gap-y-1.5 px-5 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-mono font-semibold">{batchLabel(batch.number)}</p>
        <p className="text-sm text-ink-soft">
          {formatCount(batch.photos, NOUNS.photo)} · {formatCount(batch.outputs, NOUNS.output)} ·{' '}
          {formatCount(batch.runs, { one: 'procesare', few: 'procesări' })} ·{' '}
          {formatCount(batch.settled, NOUNS.credit)} · {formatStamp(new Date(batch.createdAt))}
        </p>
        <p className="font-mono text-xs break-all text-ink-soft">{batch.id}</p>
        {batch.failures.map(({ code, photos }) => (
          <p key={code} className="text-sm text-danger">
            {formatCount(photos, NOUNS.photo)}: {isErrorCode(code) ? errorSentence(code) : code}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5 sm:justify-end">
        {batch.isDeleted && <Pill>șters</Pill>}
        <Pill tone={batch.state === 'failed' ? 'danger' : 'plain'}>{BATCH_STATE_WORDS[batch.state]}</Pill>
      </div>
    </div>
  );
}
