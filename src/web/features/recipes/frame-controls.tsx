import { RotateCcw, RotateCw } from 'lucide-react';
import { CROP_RATIOS, cropAspect, SHARPEN, TURNS, type Turn } from '#domain/recipes/recipe.ts';
import { CROP_WORDS, frameSummary, SHARPEN_WORDS } from '#web/features/recipes/recipe-words.ts';
import type { Section, SectionProps } from '#web/features/recipes/section.ts';
import { Shape } from '#web/features/recipes/shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceRow } from '#web/ui/choice-row.tsx';

export const FRAME: Section = {
  id: 'frame',
  label: 'Încadrare',
  tab: 'Încadrare',
  perPhoto: true,
  summary: ({ recipe, scope, exception }) =>
    frameSummary(
      scope === 'photo' && exception.rotate !== null ? { ...recipe, rotate: exception.rotate } : recipe,
    ),
  Panel: FramePanel,
};

/** Crop, quarter turns and sharpness of every photo; the turn alone of one. */
function FramePanel({ recipe, exception, scope, onRecipe, onException }: SectionProps) {
  if (scope === 'photo') {
    return (
      <TurnButtons value={exception.rotate ?? recipe.rotate} onChange={(rotate) => onException({ rotate })} />
    );
  }
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
        onChange={(crop) => onRecipe({ crop })}
      />
      <TurnButtons value={recipe.rotate} onChange={(rotate) => onRecipe({ rotate })} />
      <ChoiceRow
        label="Claritate"
        value={recipe.sharpen}
        choices={SHARPEN.map((value) => ({ value, label: SHARPEN_WORDS[value] }))}
        onChange={(sharpen) => onRecipe({ sharpen })}
      />
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
