import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askExport, downloadExport, type ExportStatus, readExport } from '#contract/exports.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { call, routeUrl } from '#web/api/call.ts';
import { beginDownload } from '#web/api/downloads.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { needProof } from '#web/session/proof/need-proof.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const READ_AGAIN_MS = 4000;

/** All one's data in one archive, which the server makes while the person does something else. */
export function DataExport() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.export,
    queryFn: ({ signal }) => call(readExport, {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    // No live word tells that it is ready; a mail does.
    refetchInterval: ({ state }) => state.data?.last?.state === 'waiting' && READ_AGAIN_MS,
  });
  const ask = useMutation({
    mutationFn: () => call(askExport, {}),
    onSuccess: (status) => client.setQueryData(keys.export, status),
  });
  const download = useMutation({
    mutationFn: async (exportId: string) => {
      await needProof();
      await beginDownload(routeUrl(downloadExport, { params: { exportId } }));
    },
  });
  const { data } = query;
  if (!data)
    return query.error ? (
      <ReadFailed query={query} />
    ) : (
      <>
        <LoadingNote />
        <Skeleton className="h-20 w-full" />
      </>
    );
  const { last, nextAt } = data;
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        O arhivă ZIP cu tot ce păstrăm despre tine: datele contului în JSON, fotografiile originale și
        rezultatele. Îți scriem pe email când e gata; o păstrăm 7 zile.
      </p>
      <p role="status" className="mt-3 font-medium empty:hidden">
        {statusWords(last)}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {last?.state === 'ready' && (
          <a
            className={buttonClass()}
            href={routeUrl(downloadExport, { params: { exportId: last.id } })}
            download
            onClick={(event) => {
              event.preventDefault();
              if (!download.isPending) download.mutate(last.id);
            }}
          >
            Descarcă arhiva
          </a>
        )}
        {nextAt === null ? (
          <Button look="quiet" busy={ask.isPending} onClick={() => ask.mutate()}>
            Pregătește o arhivă
          </Button>
        ) : (
          last?.state === 'ready' && (
            <span className="text-sm text-ink-soft">
              Alta poți cere de pe {formatStamp(new Date(nextAt))}.
            </span>
          )
        )}
      </div>
    </>
  );
}

function statusWords(last: ExportStatus['last']): string | null {
  if (!last) return null;
  if (last.state === 'waiting') return 'Arhiva se pregătește. Poți închide pagina.';
  if (last.state === 'failed') return 'Arhiva nu a putut fi făcută. Încearcă din nou.';
  const size = last.bytes === null ? '' : `, ${formatBytes(last.bytes)}`;
  return `Arhiva din ${formatStamp(new Date(last.askedAt))} e gata${size}. E aici până pe ${formatDay(new Date(last.expiresAt ?? last.askedAt))}.`;
}
