import { batchBalance } from '#domain/photos/analysis.ts';
import type { Light } from '#domain/recipes/recipe.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { batchBalanceWords, formatSigned } from '#web/editor/panel/recipe-words.ts';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';

export function LightPanel() {
  const { recipe, photos, overrides, panel, onRecipe, onOverrides } = useEditing();
  const { scope } = panel;
  const ready = photos.flatMap(({ signs }) => (signs ? [signs] : []));
  const light = (scope === 'photo' ? overrides.light : null) ?? recipe.light;
  return (
    <LightControls
      light={light}
      found={ready.length === 0 ? null : batchBalanceWords(batchBalance(ready))}
      alone={scope === 'photo' || photos.length < 2}
      onChange={(next) => (scope === 'photo' ? onOverrides({ light: next }) : onRecipe({ light: next }))}
    />
  );
}

interface LightControlsProps {
  readonly light: Light;
  /** For one photo, or the only one: nothing about the whole batch. */
  readonly alone: boolean;
  /** The common correction for the batch, in words. */
  readonly found: string | null;
  readonly onChange: (light: Light) => void;
}

function LightControls({ light, alone, found, onChange }: LightControlsProps) {
  const set = (change: Partial<Light>) => onChange({ ...light, ...change });
  const careful = light.whiteBalance === 'careful';
  return (
    <div className="flex flex-col gap-1.5">
      <Slider label="Lumină" value={light.levels} min={0} max={100} onChange={(levels) => set({ levels })} />
      <Slider
        label="Detalii"
        value={light.localContrast}
        min={0}
        max={100}
        onChange={(localContrast) => set({ localContrast })}
      />
      <Slider
        label="Saturație"
        value={light.saturation}
        min={-30}
        max={30}
        format={formatSigned}
        onChange={(saturation) => set({ saturation })}
      />
      <div className="mt-1 border-t border-line pt-1.5">
        <Switch
          label="Corectează tenta de culoare"
          checked={careful}
          onChange={(on) => set({ whiteBalance: on ? 'careful' : 'off' })}
        />
        {!alone && (
          <Switch
            label="Același balans pentru tot lotul"
            checked={careful && light.sameForLot}
            disabled={!careful}
            onChange={(sameForBatch) => set({ sameForLot: sameForBatch })}
          />
        )}
        {!alone && careful && light.sameForLot && found !== null && (
          <p className="pb-1 text-sm text-ink-soft">{found}</p>
        )}
        <Switch
          label="Curăță zgomotul de imagine"
          checked={light.noise === 'light'}
          onChange={(on) => set({ noise: on ? 'light' : 'off' })}
        />
      </div>
    </div>
  );
}
