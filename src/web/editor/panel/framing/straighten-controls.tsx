import { useState } from 'react';
import { MAX_ANGLE } from '#domain/recipes/framing.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { formatAngle } from '#web/editor/panel/recipe-words.ts';
import { StageTool } from '#web/editor/stage/stage-tool.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';

/** For the batch: by the lines, or not. For one photo: an angle of its own, with a grid over the stage while it is sought. */
export function StraightenControls() {
  const { recipe, photo, panel } = useEditing();
  const tilt = photo?.signs?.tilt ?? null;
  const auto = recipe.straighten === 'auto';
  return panel.scope === 'lot' ? <ByLines auto={auto} tilt={tilt} /> : <OwnAngle auto={auto} tilt={tilt} />;
}

interface StraightenProps {
  readonly auto: boolean;
  /** Of the shown photo, by its lines. */
  readonly tilt: number | null;
}

function ByLines({ auto, tilt }: StraightenProps) {
  const { onRecipe } = useEditing();
  return (
    <div>
      <Switch
        label="Îndreaptă automat"
        checked={auto}
        onChange={(on) => onRecipe({ straighten: on ? 'auto' : 'off' })}
      />
      <p className="text-sm text-ink-soft">{describeStraightening(auto, tilt)}</p>
    </div>
  );
}

function OwnAngle({ auto, tilt }: StraightenProps) {
  const { overrides, onOverrides } = useEditing();
  const [seeking, setSeeking] = useState(false);
  const angle = overrides.angle ?? (auto ? (tilt ?? 0) : 0);
  return (
    <div>
      <Slider
        label="Îndreptare"
        value={angle}
        min={-MAX_ANGLE}
        max={MAX_ANGLE}
        step={0.1}
        format={formatAngle}
        onChange={(next) => {
          setSeeking(true);
          onOverrides({ angle: Math.round(next * 10) / 10 });
        }}
      />
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
        <span>{overrides.angle === null ? describeStraightening(auto, tilt) : 'Înclinată de tine.'}</span>
        {overrides.angle !== null && (
          <button type="button" className="link min-h-6" onClick={() => onOverrides({ angle: null })}>
            Ca restul lotului
          </button>
        )}
      </p>
      {seeking && (
        <StageTool label="Îndreptare" onEnd={() => setSeeking(false)}>
          {() => <Grid />}
        </StageTool>
      )}
    </div>
  );
}

function describeStraightening(auto: boolean, tilt: number | null): string {
  if (!auto) return 'Rămân cum au fost făcute.';
  return tilt === null
    ? 'Se îndreaptă doar unde liniile sunt clare; aici nu e cazul.'
    : `După linii, aceasta se rotește cu ${formatAngle(tilt)}.`;
}

const LINES = [1, 2, 3, 4, 5, 6, 7];

function Grid() {
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 h-full w-full">
      {LINES.map((line) => {
        const at = `${(line / 8) * 100}%`;
        const main = line === 4;
        return (
          <g key={line} className={main ? 'stroke-signal' : 'stroke-white/60'} strokeWidth={main ? 1.5 : 1}>
            <line x1={at} x2={at} y1="0" y2="100%" />
            <line x1="0" x2="100%" y1={at} y2={at} />
          </g>
        );
      })}
    </svg>
  );
}
