import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endLotPage, type LotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import { isLoopback } from '#domain/loopback.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { pageQuery } from '#web/features/batches/advert/advert-queries.ts';
import { PageForm } from '#web/features/batches/advert/page-form.tsx';
import { describeKeeping, describePage } from '#web/features/batches/advert/page-words.ts';
import { isOutdated } from '#web/features/batches/advert/sent/whose-pictures.ts';
import { LinkCode } from '#web/shared/phones/link-code.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { CopyButton } from '#web/ui/fields/copy-button.tsx';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

/** How often a page whose files are copied is asked about. */
const LOOK_MS = 1500;

interface PageDialogProps {
  readonly batch: Batch;
  readonly presets: readonly Preset[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The lot's own public page: its link, and what all see who have it. */
export function PageDialog({ batch, presets, open, onOpenChange }: PageDialogProps) {
  const query = useQuery({
    ...pageQuery(batch.id),
    enabled: open,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.page?.isReady === false && LOOK_MS,
  });
  const page = query.data?.page;
  return (
    <Dialog
      sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Pagina lotului"
      description="O pagină cu fotografiile alese, pe care o vede oricine are linkul, fără cont. O închizi când vrei."
    >
      {page === undefined ? (
        query.error ? (
          <div className="mt-4">
            <ReadFailed query={query} />
          </div>
        ) : (
          <div className="mt-4">
            <LoadingNote />
            <Skeleton className="h-56 w-full" />
          </div>
        )
      ) : (
        <div className="mt-4 flex flex-col gap-5">
          {page !== null && <Standing batch={batch} page={page} />}
          {page?.state !== 'taken-down' && <PageForm batch={batch} presets={presets} page={page} />}
        </div>
      )}
    </Dialog>
  );
}

/** The link of a page that stands with its ways on, or how the last one ended. */
function Standing({ batch, page }: { batch: Batch; page: LotPage }) {
  const batchId = batch.id;
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: () => call(endLotPage, { params: { batchId } }),
    onSettled: () => client.invalidateQueries({ queryKey: pageQuery(batchId).queryKey }),
  });
  if (page.state !== 'shown')
    return (
      <p
        role="status"
        className={`rounded-xl px-4 py-3 font-medium ${page.state === 'taken-down' ? 'bg-danger-wash text-danger' : 'bg-sunken'}`}
      >
        {describePage(page)}
      </p>
    );
  return (
    <section aria-label="Linkul paginii" className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {describePage(page)} {describeKeeping(batch, page.resultIds, new Date(page.endsAt))}
      </p>
      {isOutdated(
        page.resultIds.map((result) => ({ source: { result } })),
        batch,
      ) && <p>Lotul a fost refăcut de atunci. Pagina arată fișierele de dinainte până salvezi.</p>}
      <LinkCode address={page.url} />
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton
          small
          label="Copiază linkul"
          text={page.url}
          said={{
            done: 'Linkul e copiat.',
            failed: 'Linkul nu s-a putut copia. Selectează-l și copiază-l.',
          }}
        />
        <a
          href={page.url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ look: 'quiet', small: true })}
        >
          Deschide pagina
        </a>
        {/* Else the words in the code's place say why there is none. */}
        {!isLoopback(new URL(page.url).hostname) && (
          <a
            href={`${page.url}/cod`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ look: 'quiet', small: true })}
          >
            Tipărește codul
          </a>
        )}
        <Button look="quiet" small busy={end.isPending} onClick={() => setAsked(true)}>
          Oprește pagina
        </Button>
      </div>
      <AlertDialog
        open={isAsked}
        danger
        title="Oprești pagina?"
        body="Linkul și codurile tipărite nu mai duc nicăieri. O poți publica din nou, dar la altă adresă."
        confirm="Oprește"
        cancel="Lasă așa"
        onConfirm={() => {
          setAsked(false);
          end.mutate();
        }}
        onCancel={() => setAsked(false)}
      />
    </section>
  );
}
