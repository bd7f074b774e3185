import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Ellipsis, Images, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { duplicateBatch, type ListedBatch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { call } from '#web/api/call.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { batchKey, keys } from '#web/api/queries/keys.ts';
import { galleryPath } from '#web/features/gallery/gallery-url.ts';
import { batchName } from '#web/text/batch-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';
import { useDisclosure } from '#web/ui/layers/use-disclosure.ts';

const DeleteBatch = lazy(async () => ({
  default: (await import('#web/features/gallery/batches/delete-batch.tsx')).DeleteBatch,
}));
const RenameBatchDialog = lazy(async () => ({
  default: (await import('#web/features/gallery/tray/rename-dialog.tsx')).RenameBatchDialog,
}));

interface BatchMenuProps {
  readonly batch: ListedBatch;
  readonly onBatch: (batchId: string) => void;
}

/** Actions on the batch as a whole, in the corner of its strip. */
export function BatchMenu({ batch, onBatch }: BatchMenuProps) {
  const { open, close, boxProps, buttonProps } = useDisclosure();
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const copy = useDuplicate(onBatch);
  const ask = (what: 'rename' | 'delete') => () => {
    close();
    setAsking(what);
  };
  return (
    <div {...boxProps} className="absolute top-4.5 right-2 text-film-ink">
      <button
        {...buttonProps}
        type="button"
        aria-label={`Mai multe despre lotul ${batchName(batch)}`}
        className="grid size-10 place-items-center rounded-full hover:bg-film-raised"
      >
        <Ellipsis aria-hidden size={20} />
      </button>
      {open && (
        <div className="menu absolute top-full right-0 z-10 w-56">
          <Link
            to={galleryPath({ view: 'photos', filters: { lot: batch.id, sort: 'lots' } })}
            className="menu-item"
          >
            <Images aria-hidden size={18} /> Fotografiile lui
          </Link>
          <button type="button" className="menu-item" onClick={ask('rename')}>
            <Pencil aria-hidden size={18} /> Redenumește
          </button>
          <button
            type="button"
            className="menu-item"
            aria-busy={copy.isPending}
            onClick={() => {
              close();
              if (!copy.isPending) copy.mutate(batch.id);
            }}
          >
            <Copy aria-hidden size={18} /> Fă o copie
          </button>
          {!isRunning(batch.state) && (
            <button type="button" className="menu-item text-danger" onClick={ask('delete')}>
              <Trash2 aria-hidden size={18} /> Șterge lotul
            </button>
          )}
        </div>
      )}
      <Suspense>
        {asking === 'rename' && <RenameBatchDialog batch={batch} onClose={() => setAsking(null)} />}
        {asking === 'delete' && <DeleteBatch batch={batch} onClose={() => setAsking(null)} />}
      </Suspense>
    </div>
  );
}

function useDuplicate(onBatch: (batchId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) => call(duplicateBatch, { params: { batchId } }),
    onSuccess: async (batch) => {
      putDocument(client, batchKey(batch.id), batch);
      await client.invalidateQueries({ queryKey: keys.batches });
      showToast({
        text: `„${batchName(batch)}”: aceleași fotografii și aceeași rețetă, fără rezultate.`,
        timeout: 8000,
        action: { label: 'Deschide', onPress: () => onBatch(batch.id) },
      });
    },
  });
}
