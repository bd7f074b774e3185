import { Move } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cutoutState } from '#web/editor/cutout/state.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { choiceLabel } from '#web/editor/panel/outputs/output-list.ts';
import { findCrop } from '#web/editor/panel/outputs/output-size.ts';
import { lostWords } from '#web/editor/panel/recipe-words.ts';
import { StageTool } from '#web/editor/stage/stage-tool.tsx';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { isLeftOut } from '#web/editor/taken-photos.ts';

const CropTool = lazy(async () => ({
  default: (await import('#web/editor/panel/framing/crop-tool.tsx')).CropTool,
}));

/** Shows under the picture what the shown place cuts off the shown photo; a press takes its frame in hand. */
export function OutputCrop() {
  const editing = useEditing();
  const { photo, output, outputs, recipe, overrides, presets, onOverrides } = editing;
  const { tool } = useStageTools();
  const [moving, setMoving] = useState<{ photoId: string; aspect: number } | null>(null);
  if (photo === null || output === null || photo.state !== 'ready') return null;
  if (isLeftOut(editing, photo, output)) return null;
  const cut = findCrop(photo, output, { recipe, overrides, presets });
  const box = overrides.crop ?? cut?.box;
  if (moving?.photoId === photo.id && box !== undefined)
    return (
      <StageTool label="Trage cadrul sau colțurile lui" onEnd={() => setMoving(null)}>
        {(geometry) => (
          <Suspense fallback={null}>
            <CropTool
              geometry={geometry}
              value={box}
              aspect={moving.aspect}
              onChange={(crop) => onOverrides({ crop })}
            />
          </Suspense>
        )}
      </StageTool>
    );
  // A new ground is not cut, and while its object is looked for that is open.
  if (cut === null || tool !== null || cutoutState(photo, recipe, overrides) === 'awaited') return null;
  return (
    <button
      type="button"
      className="bench-notice flex min-h-8 items-center gap-1.5 bg-film px-3 pt-1 text-left text-sm leading-tight font-medium text-film-ink"
      onClick={() => setMoving({ photoId: photo.id, aspect: cut.aspect })}
    >
      <Move aria-hidden size={16} className="shrink-0" />
      <span>
        {choiceLabel(output, presets)} taie {lostWords(cut.left)}: alege ce rămâne
        {outputs.length > 1 && ', la toate locurile'}
      </span>
    </button>
  );
}
