import { Crop, Move } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { turnedSize } from '#domain/recipes/framing.ts';
import { type Box, WHOLE } from '#domain/recipes/geometry.ts';
import { type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { CROP_RATIOS, type CropRatio, cropAspect, type Recipe } from '#domain/recipes/recipe.ts';
import { cutoutState } from '#web/editor/cutout/state.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { ownBox, startingBox, toPercent, toShares } from '#web/editor/panel/framing/crop-box.ts';
import { CropNote } from '#web/editor/panel/framing/crop-note.tsx';
import { hasFixedShape } from '#web/editor/panel/outputs/output-list.ts';
import { Shape } from '#web/editor/panel/outputs/shape.tsx';
import { CROP_WORDS } from '#web/editor/panel/recipe-words.ts';
import { StageTool } from '#web/editor/stage/stage-tool.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { usePreloaded } from '#web/ui/use-preloaded.ts';

const loadCropTool = async () => ({
  default: (await import('#web/editor/panel/framing/crop-tool.tsx')).CropTool,
});
const CropTool = lazy(loadCropTool);
/** Fetched while its picture is made. */
const TOOL = [loadCropTool];

/** For the batch a ratio, whose frame can be moved on each photo; for one photo a frame drawn on it, free or of a ratio. */
export function CropControls() {
  return useEditing().panel.scope === 'lot' ? <BatchCrop /> : <PhotoCrop />;
}

function BatchCrop() {
  const { recipe, photo, outputs, presets, onRecipe } = useEditing();
  const [moving, setMoving] = useState(false);
  const { crop, cropBy } = recipe;
  const cuts = crop !== 'original' && cropBy === undefined;
  return (
    <div className="flex flex-col gap-3">
      <Ratios label="Formă" value={crop} onChange={(next) => onRecipe({ crop: next })} />
      {crop !== 'original' && (
        <ChoiceRow
          label="Ce nu încape"
          value={cropBy ?? 'cut'}
          choices={[
            { value: 'cut', label: 'Se taie' },
            { value: 'margins', label: 'Întregește cu fond' },
          ]}
          onChange={(next) => onRecipe({ cropBy: next === 'margins' ? next : undefined })}
        />
      )}
      {crop !== 'original' && photo?.state === 'ready' && (
        <CropNote shown={photo}>
          {cuts && (
            <Button
              look={moving ? 'primary' : 'quiet'}
              small
              aria-pressed={moving}
              onClick={() => setMoving(!moving)}
            >
              <Move aria-hidden size={16} /> Mută cadrul
            </Button>
          )}
        </CropNote>
      )}
      {cuts && moving && <Drawing ratio={crop} onEnd={() => setMoving(false)} />}
      {outputs.some((output) => hasFixedShape(output, presets)) && (
        <ChoiceRow
          label="În jur, unde forma e fixă și fotografia nu încape"
          value={recipe.around ?? 'blur'}
          choices={[
            { value: 'blur', label: 'Fotografia estompată' },
            { value: 'white', label: 'Alb' },
          ]}
          onChange={(next) => onRecipe({ around: next === 'white' ? next : undefined })}
        />
      )}
    </div>
  );
}

function PhotoCrop() {
  const { recipe, overrides, photo, photos, onOverrides } = useEditing();
  const { crop } = overrides;
  const isOutOfLook = crop !== null && photos.length > 1 && hasNewGround(photo, recipe, overrides);
  const [drawing, setDrawing] = useState(false);
  const [ratio, setRatio] = useState<CropRatio>(
    crop === null && recipe.cropBy === undefined ? recipe.crop : 'original',
  );
  const handleRatio = (next: CropRatio) => {
    setRatio(next);
    if (next === 'original' || !photo?.width || !photo.height) return;
    const { rotate } = recipeFor(recipe, overrides);
    const whole = turnedSize({ width: photo.width, height: photo.height }, rotate);
    onOverrides({ crop: toShares(toPercent(startingBox(whole, next))) });
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center justify-between gap-3 text-[0.9375rem] font-semibold">
        Tăiere
        <Button
          look={drawing ? 'primary' : 'quiet'}
          small
          aria-pressed={drawing}
          disabled={photo?.state !== 'ready'}
          onClick={() => setDrawing(!drawing)}
        >
          <Crop aria-hidden size={16} /> Taie pe fotografie
        </Button>
      </p>
      {drawing && <Ratios label="Forma tăierii" hasFreeform value={ratio} onChange={handleRatio} />}
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
        <span>
          {crop === null
            ? 'Ca restul lotului.'
            : `Rămâne ${formatShare(crop.width * crop.height)} din fotografie.`}
        </span>
        {crop !== null && (
          <button type="button" className="link min-h-6" onClick={() => onOverrides({ crop: null })}>
            Renunță la tăiere
          </button>
        )}
      </p>
      {isOutOfLook && (
        <p className="text-sm text-ink-soft">
          Tăiată de mână, pe fundalul nou obiectul nu mai stă la aceeași mărime cu celelalte.
        </p>
      )}
      {drawing && <Drawing ratio={ratio} onEnd={() => setDrawing(false)} />}
    </div>
  );
}

/** Its cut-out stands on another ground: as the others of its batch, where no crop was drawn on it. */
function hasNewGround(photo: EditablePhoto | null, recipe: Recipe, overrides: PhotoOverrides): boolean {
  return photo !== null && cutoutState(photo, recipe, overrides) === 'used';
}

interface DrawingProps {
  /** `original`: any shape. */
  readonly ratio: CropRatio;
  readonly onEnd: () => void;
}

/** The frame of the shown photo over the stage. */
function Drawing({ ratio, onEnd }: DrawingProps) {
  const { photo, recipe, overrides, onOverrides } = useEditing();
  usePreloaded(TOOL, 0);
  if (photo === null) return null;
  return (
    <StageTool label="Trage cadrul sau colțurile lui" onEnd={onEnd}>
      {(geometry) => (
        <Suspense fallback={null}>
          <CropTool
            geometry={geometry}
            value={ownBox(photo, recipe, overrides)}
            aspect={cropAspect(ratio)}
            onChange={(next) => onOverrides({ crop: next ?? wholeUnless(recipe) })}
          />
        </Suspense>
      )}
    </StageTool>
  );
}

/** The whole photo, drawn by hand: only where the batch has a ratio does that have to be kept. */
function wholeUnless({ crop, cropBy }: Recipe): Box | null {
  return crop === 'original' || cropBy === 'margins' ? null : WHOLE;
}

function formatShare(part: number): string {
  return `${Math.max(1, Math.round(part * 100))}%`;
}

interface RatiosProps {
  readonly label: string;
  readonly value: CropRatio;
  readonly hasFreeform?: boolean;
  readonly onChange: (ratio: CropRatio) => void;
}

function Ratios({ label, value, hasFreeform = false, onChange }: RatiosProps) {
  return (
    <ChoiceRow
      label={label}
      value={value}
      choices={CROP_RATIOS.map((ratio) => ({
        value: ratio,
        label: hasFreeform && ratio === 'original' ? 'Liberă' : CROP_WORDS[ratio],
        drawing: <Shape box={18} width={cropAspect(ratio) ?? 1.4} height={1} lit={ratio === value} />,
      }))}
      onChange={onChange}
    />
  );
}
