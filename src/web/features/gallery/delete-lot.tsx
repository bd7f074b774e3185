import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type BatchRow, deleteBatch } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/keys.ts';
import { lotName } from '#web/text/batch-words.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** In the corner of a lot's strip. The results go for good, the photos stay: so it asks first. */
export function DeleteLot({ lot }: { lot: BatchRow }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const name = lotName(lot);
  const remove = useMutation({
    mutationFn: () => call(deleteBatch, { params: { batchId: lot.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.batches });
      client.removeQueries({ queryKey: keys.batch(lot.id) });
      showToast({ text: `Lotul „${name}” a fost șters. Fotografiile au rămas în galerie.` });
    },
    onSettled: () => setAsking(false),
  });
  return (
    <div className="absolute top-4.5 right-2 text-film-ink">
      <IconButton onFilm label={`Șterge lotul ${name}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
      <AlertDialog
        open={asking}
        title={`Ștergi lotul „${name}”?`}
        body="Rezultatele lui se șterg definitiv. Fotografiile rămân în galerie."
        confirm="Șterge lotul"
        cancel="Păstrează-l"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
