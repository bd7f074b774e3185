import { RotateCcw, RotateCw } from 'lucide-react';
import { SHARPEN, TURNS, type Turn } from '#domain/recipes/recipe.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { CropControls } from '#web/editor/panel/framing/crop-controls.tsx';
import { StraightenControls } from '#web/editor/panel/framing/straighten-controls.tsx';
import { SHARPEN_WORDS } from '#web/editor/panel/recipe-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';

/** Straightening, crop and quarter turns, of every photo or of one; sharpness is the batch's. */
export function FramingPanel() {
  const { recipe, overrides, panel, onRecipe, onOverrides } = useEditing();
  const alone = panel.scope === 'photo';
  return (
    <div className="flex flex-col gap-4">
      <StraightenControls />
      <CropControls />
      <TurnButtons
        value={alone ? (overrides.rotate ?? recipe.rotate) : recipe.rotate}
        onChange={(rotate) => (alone ? onOverrides({ rotate }) : onRecipe({ rotate }))}
      />
      {!alone && (
        <ChoiceRow
          label="Claritate"
          value={recipe.sharpen}
          choices={SHARPEN.map((value) => ({ value, label: SHARPEN_WORDS[value] }))}
          onChange={(sharpen) => onRecipe({ sharpen })}
        />
      )}
    </div>
  );
}

function TurnButtons({ value, onChange }: { value: Turn; onChange: (turn: Turn) => void }) {
  const turn = (quarters: number) => onChange(TURNS[(TURNS.indexOf(value) + quarters) % 4] ?? 0);
  return (
    <div>
      <p className="mb-1.5 flex justify-between text-[0.9375rem] font-semibold">
        Rotire
        <span className="font-mono text-sm font-normal text-ink-soft">{value}°</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" small aria-label="Rotește la stânga" onClick={() => turn(3)}>
          <RotateCcw aria-hidden size={16} /> Stânga
        </Button>
        <Button look="quiet" small aria-label="Rotește la dreapta" onClick={() => turn(1)}>
          <RotateCw aria-hidden size={16} /> Dreapta
        </Button>
      </div>
    </div>
  );
}
