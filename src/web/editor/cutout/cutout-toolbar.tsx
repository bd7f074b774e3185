import { BRUSH } from '#web/editor/cutout/brush.ts';
import { formatPercent } from '#web/shared/recipes/mark-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';

export type Mode = 'box' | 'keep' | 'remove';

interface CutoutToolbarProps {
  readonly mode: Mode;
  readonly diameter: number;
  /** The next drag draws the box anew. */
  readonly isAnew: boolean;
  readonly onMode: (mode: Mode) => void;
  readonly onDiameter: (diameter: number) => void;
  readonly onAnew: (isAnew: boolean) => void;
}

/** The tools that correct the cut-out. */
export function CutoutToolbar({ mode, diameter, isAnew, onMode, onDiameter, onAnew }: CutoutToolbarProps) {
  return (
    <>
      <ChoiceRow
        label="Decupează"
        value={mode}
        choices={[
          { value: 'box', label: 'Cadru' },
          { value: 'keep', label: 'Păstrează' },
          { value: 'remove', label: 'Scoate' },
        ]}
        onChange={onMode}
      />
      {mode === 'box' ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button look="quiet" small aria-pressed={isAnew} onClick={() => onAnew(!isAnew)}>
            {isAnew ? 'Păstrează cadrul' : 'Cadru nou'}
          </Button>
          <p className="min-w-0 flex-[1_1_12rem] text-sm text-ink-soft">
            {isAnew
              ? 'Trage pe fotografie, dintr-un colț al obiectului în celălalt.'
              : 'Tragi dinăuntru: se mută. De colțuri: se potrivește. Îl desenezi din nou cu „Cadru nou”.'}
          </p>
        </div>
      ) : (
        <Slider
          label="Pensulă"
          value={diameter}
          min={BRUSH.least}
          max={BRUSH.most}
          format={formatPercent}
          onChange={onDiameter}
        />
      )}
    </>
  );
}
