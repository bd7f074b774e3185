import { cutoutState } from '#web/editor/cutout/state.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { isGroundKeptIn } from '#web/editor/panel/outputs/output-size.ts';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { listTakenPhotos } from '#web/editor/taken-photos.ts';

/** Under the picture: why the shown photo does not get the chosen background, and the way to the tool that mends it. */
export function KeptBackground() {
  const editing = useEditing();
  const { photo, output, recipe, overrides, panel } = editing;
  const { tool } = useStageTools();
  const state =
    photo === null || !listTakenPhotos(editing).includes(photo)
      ? 'kept'
      : cutoutState(photo, recipe, overrides);
  if (tool !== null) return null;
  if (state === 'used' && photo && output && isGroundKeptIn(photo, output, editing))
    return (
      <p className="bench-notice bg-film px-3 pt-1 text-sm text-film-ink">
        Marginea fotografiei taie obiectul: în forma pentru {choiceLabel(output, editing.presets)} rămâne
        fundalul ei.
      </p>
    );
  if (state !== 'unsure' && state !== 'failed') return null;
  return (
    <p className="bench-notice flex flex-wrap items-center justify-between gap-x-3 bg-film px-3 pt-1 text-sm text-film-ink">
      {state === 'unsure'
        ? 'Nu suntem siguri de contur: fundalul rămâne.'
        : 'Obiectul nu s-a găsit: fundalul rămâne.'}
      <button type="button" className="link min-h-6" onClick={() => panel.open('background')}>
        Marchează obiectul
      </button>
    </p>
  );
}
