import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Batch, duplicateBatch, editBatch } from '#contract/batches.ts';
import type { Fix, Tool } from '#domain/batches/fix-kinds.ts';
import { type OutputChoice, outputKeys } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { call } from '#web/api/call.ts';
import type { BatchPatch } from '#web/editor/edits/batch-autosave.ts';
import { buildShapedBox } from '#web/editor/panel/framing/crop-box.ts';
import { useRemovePhotos } from '#web/editor/strip/use-remove-photos.ts';
import { batchName } from '#web/text/batch-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

/** Levels for a photo that came out dark: far, and still within what the light can do without washing out. */
const LIFTED = 85;

const LONGEST_NAME = 80;
const TIME_TO_READ_MS = 12_000;

export interface Ways {
  readonly edit: (edit: BatchPatch) => void;
  /** Leads to the editor, at a photo and with a tool open. */
  readonly open: (photoId: string | null, tool: Tool | null) => void;
  readonly again: () => void;
  /** Runs the photos that have not been tried yet. */
  readonly rest: () => void;
}

/** Returns the function that carries out the one-tap fixes of „Gata de publicat”. */
export function useFixes(batch: Batch, { edit, open, again, rest }: Ways) {
  const remove = useRemovePhotos(batch);
  const split = useSplit(batch, edit);
  return (fix: Fix, photoIds: readonly string[]): void => {
    const first = photoIds[0] ?? null;
    switch (fix.kind) {
      case 'recipe':
        edit({ recipe: { ...batch.recipe, ...fix.change } });
        open(first, null);
        break;
      case 'add-output':
        edit({ outputs: [...batch.outputs, { kind: 'preset', preset: fix.preset }] });
        open(null, null);
        break;
      case 'lighten':
        edit({ exceptions: Object.fromEntries(photoIds.map((id) => [id, liftLevels(batch, id)])) });
        open(first, null);
        break;
      case 'crop':
        edit({ exceptions: croppedTo(batch, photoIds, fix.aspect) });
        open(first, null);
        break;
      case 'leave-out':
        for (const id of photoIds) {
          const photo = batch.photos[id];
          if (photo) remove.mutate([photo]);
        }
        break;
      case 'run-again':
        again();
        break;
      case 'run-rest':
        rest();
        break;
      case 'split':
        split(fix);
        break;
      case 'beyond-plan':
        break;
      case 'tool':
        open(first, fix.tool);
        break;
    }
  };
}

type Split = Extract<Fix, { kind: 'split' }>;

/**
 * Returns a function that makes a batch of their own for outputs whose rules go against the others': the same photos, the recipe changed;
 * the outputs leave this batch.
 */
function useSplit(batch: Batch, edit: (edit: BatchPatch) => void): (fix: Split) => void {
  const navigate = useNavigate();
  const make = useMutation({
    async mutationFn({ change, outputs, labels }: Split) {
      const { id: batchId } = await call(duplicateBatch, { params: { batchId: batch.id } });
      const name = `${batchName(batch)} – ${labels.join(', ')}`;
      const body = {
        name: [...name].slice(0, LONGEST_NAME).join(''),
        // Unsaved edits go along.
        recipe: { ...batch.recipe, ...change },
        exceptions: batch.exceptions,
        outputs: splitOutputs(batch.outputs, outputs).own,
      };
      await call(editBatch, { params: { batchId }, body });
      return batchId;
    },
    onSuccess(id, { outputs }) {
      edit({ outputs: splitOutputs(batch.outputs, outputs).others });
      showToast({
        text: 'Lot separat creat.',
        timeout: TIME_TO_READ_MS,
        action: { label: 'Deschide-l', onPress: () => void navigate(`/process/${id}`) },
      });
    },
  });
  return (fix) => {
    if (!make.isPending) make.mutate(fix);
  };
}

function splitOutputs(choices: readonly OutputChoice[], keys: readonly string[]) {
  const all = outputKeys(choices);
  const isOwn = (_: OutputChoice, at: number) => keys.includes(all[at] ?? '');
  return { own: choices.filter(isOwn), others: choices.filter((choice, at) => !isOwn(choice, at)) };
}

/** Returns each photo's frame in this shape: around the object, else around what stands out. */
function croppedTo({ photos, recipe, exceptions }: Batch, photoIds: readonly string[], aspect: number) {
  const cropped = photoIds.flatMap((id) => {
    const photo = photos[id];
    const own = exceptions[id] ?? NO_OVERRIDES;
    const box = photo && buildShapedBox(photo, recipe, { overrides: own, aspect });
    return box ? [[id, { ...own, crop: box }] as const] : [];
  });
  return Object.fromEntries(cropped);
}

function liftLevels({ recipe, exceptions }: Batch, photoId: string) {
  const own = exceptions[photoId] ?? NO_OVERRIDES;
  return { ...own, light: { ...(own.light ?? recipe.light), levels: LIFTED } };
}
