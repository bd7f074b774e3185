import { RotateCcw, RotateCw } from 'lucide-react';
import { CROP_RATIOS, cropAspect, type Recipe, SHARPEN } from '#domain/recipes/recipe.ts';
import { CROP_WORDS, SHARPEN_WORDS } from '#web/features/recipes/recipe-words.ts';
import { Shape } from '#web/features/recipes/shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceRow } from '#web/ui/choice-row.tsx';

interface FrameControlsProps {
  readonly recipe: Recipe;
  readonly onChange: (change: Partial<Recipe>) => void;
}

const QUARTERS = [0, 90, 180, 270] as const;

/** Crop, quarter turns and sharpness: the same for every photo of the lot. */
export function FrameControls({ recipe, onChange }: FrameControlsProps) {
  const turn = (quarters: number) =>
    onChange({ rotate: QUARTERS[(QUARTERS.indexOf(recipe.rotate) + quarters) % 4] ?? 0 });
  return (
    <div className="flex flex-col gap-4">
      <ChoiceRow
        label="Decupare"
        value={recipe.crop}
        choices={CROP_RATIOS.map((value) => ({
          value,
          label: CROP_WORDS[value],
          drawing: <Shape box={18} width={cropAspect(value) ?? 1.4} height={1} lit={value === recipe.crop} />,
        }))}
        onChange={(crop) => onChange({ crop })}
      />
      <div>
        <p className="mb-1.5 flex justify-between text-[0.9375rem] font-semibold">
          Rotire
          <span className="font-mono text-sm font-normal text-ink-soft">{recipe.rotate}°</span>
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
      <ChoiceRow
        label="Claritate"
        value={recipe.sharpen}
        choices={SHARPEN.map((value) => ({ value, label: SHARPEN_WORDS[value] }))}
        onChange={(sharpen) => onChange({ sharpen })}
      />
    </div>
  );
}
