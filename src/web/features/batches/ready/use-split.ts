import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Batch, duplicateBatch, editBatch } from '#contract/batches.ts';
import type { Fix } from '#domain/batches/ready.ts';
import { type OutputChoice, outputKeys } from '#domain/recipes/outputs.ts';
import { call } from '#web/api/call.ts';
import type { LotEdit } from '#web/features/batches/lot/lot-autosave.ts';
import { lotName } from '#web/text/batch-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

type Split = Extract<Fix, { kind: 'split' }>;

const LONGEST_NAME = 80;
const TIME_TO_READ_MS = 12_000;

/** A lot of their own for outputs whose rules go against the others': the same photos, the recipe changed; they leave this lot. */
export function useSplit(batch: Batch, edit: (edit: LotEdit) => void): (fix: Split) => void {
  const navigate = useNavigate();
  const make = useMutation({
    async mutationFn({ change, outputs, labels }: Split) {
      const { id: batchId } = await call(duplicateBatch, { params: { batchId: batch.id } });
      const name = `${lotName(batch)} – ${labels.join(', ')}`;
      const body = {
        name: [...name].slice(0, LONGEST_NAME).join(''),
        // Unsaved edits go along.
        recipe: { ...batch.recipe, ...change },
        exceptions: batch.exceptions,
        outputs: parted(batch.outputs, outputs).own,
      };
      return call(editBatch, { params: { batchId }, body });
    },
    onSuccess({ id }, { outputs }) {
      edit({ outputs: parted(batch.outputs, outputs).others });
      showToast({
        text: 'Lotul separat e gata.',
        timeout: TIME_TO_READ_MS,
        action: { label: 'Deschide-l', onPress: () => void navigate(`/process/${id}`) },
      });
    },
  });
  return (fix) => {
    if (!make.isPending) make.mutate(fix);
  };
}

function parted(choices: readonly OutputChoice[], keys: readonly string[]) {
  const all = outputKeys(choices);
  const isOwn = (_: OutputChoice, at: number) => keys.includes(all[at] ?? '');
  return { own: choices.filter(isOwn), others: choices.filter((choice, at) => !isOwn(choice, at)) };
}
