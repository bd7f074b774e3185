import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { splitBatch } from '#contract/batch-runs.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Photos go into batches of their own, with the same recipe. */
export function useSplit(batchId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (lots: readonly (readonly string[])[]) =>
      call(splitBatch, { params: { batchId }, body: { lots: lots.map((ids) => [...ids]) } }),
    async onSuccess({ batchIds }) {
      await client.invalidateQueries({ queryKey: keys.batch(batchId) });
      void client.invalidateQueries({ queryKey: keys.batches });
      showToast({
        text:
          batchIds.length === 1
            ? 'Celelalte fotografii sunt într-un lot nou.'
            : `Celelalte fotografii sunt în ${formatCount(batchIds.length, NOUNS.batch)} noi.`,
        timeout: 12_000,
        action: {
          label: batchIds.length === 1 ? 'Deschide-l' : 'Deschide primul',
          onPress: () => void navigate(`/process/${batchIds[0]}`),
        },
      });
    },
  });
}
