import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteBatch, type ListedBatch } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { lossWords } from '#web/features/gallery/batches/loss-words.ts';
import { batchName } from '#web/text/batch-words.ts';
import { AlertDialog } from '#web/ui/layers/alert-dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface DeleteBatchProps {
  readonly batch: ListedBatch;
  readonly onClose: () => void;
}

/** Asks before a batch is deleted, and says what is lost: the results go for good, the photos stay. */
export function DeleteBatch({ batch, onClose }: DeleteBatchProps) {
  const client = useQueryClient();
  const name = batchName(batch);
  const remove = useMutation({
    mutationFn: () => call(deleteBatch, { params: { batchId: batch.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.batches });
      client.removeQueries({ queryKey: keys.batch(batch.id) });
      void client.invalidateQueries({ queryKey: keys.photos });
      showToast({ text: `Lotul „${name}” a fost șters. Fotografiile au rămas în galerie.` });
    },
    onSettled: onClose,
  });
  return (
    <AlertDialog
      open
      title={`Ștergi lotul „${name}”?`}
      body={lossWords(batch)}
      confirm="Șterge lotul"
      cancel="Păstrează-l"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
