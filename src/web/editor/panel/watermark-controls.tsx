import { withCommaLetters } from '#domain/language/fold.ts';
import { DEFAULT_WATERMARK, MARK_SIZES, POSITIONS, type Watermark } from '#domain/recipes/overlays.ts';
import { type Editing, useEditing } from '#web/editor/editor-context.tsx';
import { PictureChooser } from '#web/editor/panel/fields/picture-chooser.tsx';
import { PositionPicker } from '#web/editor/panel/fields/position-picker.tsx';
import { type OwnPicture, useLogos } from '#web/editor/panel/fields/use-own-pictures.ts';
import { forbidding, overlayNotice } from '#web/editor/panel/outputs/output-list.ts';
import { percent, watermarkSummary } from '#web/editor/panel/recipe-words.ts';
import type { Section } from '#web/editor/panel/section.ts';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

export const WATERMARK: Section = {
  id: 'watermark',
  label: 'Logo',
  tab: 'Logo',
  perPhoto: true,
  summary: (editing) => (isBare(editing) ? 'fără, pe această fotografie' : watermarkSummary(editing.recipe)),
  Panel: WatermarkPanel,
};

function isBare({ panel, overrides }: Editing): boolean {
  return panel.scope === 'photo' && overrides.bare;
}

function WatermarkPanel() {
  const { recipe, outputs, presets, overrides, panel, onRecipe, onOverrides } = useEditing();
  const { scope } = panel;
  const logos = useLogos(scope === 'lot' && recipe.watermark !== null);
  if (scope === 'photo') {
    return (
      <Switch
        label="Fără logo, ramă și etichetă aici"
        checked={overrides.bare}
        onChange={(bare) => onOverrides({ bare })}
      />
    );
  }
  return (
    <WatermarkControls
      watermark={recipe.watermark}
      logos={logos}
      notice={overlayNotice(forbidding(recipe, outputs, presets))}
      onChange={(watermark) => onRecipe({ watermark })}
    />
  );
}

interface WatermarkControlsProps {
  readonly watermark: Watermark | null;
  readonly logos: readonly OwnPicture[];
  readonly notice: string | null;
  readonly onChange: (watermark: Watermark | null) => void;
}

export function WatermarkControls({ watermark, logos, notice, onChange }: WatermarkControlsProps) {
  const set = (change: Partial<Watermark>) => watermark && onChange({ ...watermark, ...change });
  return (
    <div className="flex flex-col gap-3.5">
      <Switch
        label="Pune filigran pe fotografii"
        checked={watermark !== null}
        onChange={(on) => onChange(on ? DEFAULT_WATERMARK : null)}
      />
      {watermark && (
        <>
          <Mark watermark={watermark} logos={logos} onChange={set} />
          {notice && <p className="rounded-xl bg-signal-wash px-3 py-2 text-sm">{notice}</p>}
          <PositionPicker
            name="watermark-position"
            options={POSITIONS}
            value={watermark.position}
            onChange={(position) => set({ position })}
          />
          <Slider
            label="Mărime"
            value={watermark.size}
            min={5}
            max={40}
            format={percent}
            onChange={(size) => set({ size })}
          />
          <Slider
            label="Margine"
            value={watermark.margin}
            min={0}
            max={10}
            step={0.5}
            format={percent}
            onChange={(margin) => set({ margin })}
          />
          <Slider
            label="Opacitate"
            value={watermark.opacity}
            min={10}
            max={100}
            format={percent}
            onChange={(opacity) => set({ opacity })}
          />
        </>
      )}
    </div>
  );
}

interface MarkProps {
  readonly watermark: Watermark;
  readonly logos: readonly OwnPicture[];
  readonly onChange: (change: Partial<Watermark>) => void;
}

/** The mark itself: text, or one of the user's PNG pictures. */
function Mark({ watermark, logos, onChange }: MarkProps) {
  const first = logos[0];
  return (
    <>
      <ChoiceRow
        label="Ce apare"
        value={watermark.kind}
        choices={[
          { value: 'text', label: 'Text' },
          { value: 'logo', label: 'Siglă' },
        ]}
        onChange={(kind) =>
          onChange({
            kind,
            photoId: kind === 'logo' ? (watermark.photoId ?? first?.id ?? null) : null,
            size: watermark.size === MARK_SIZES[watermark.kind] ? MARK_SIZES[kind] : watermark.size,
          })
        }
      />
      {watermark.kind === 'text' ? (
        <TextField
          label="Ce scrie"
          value={watermark.text}
          maxLength={40}
          placeholder="de exemplu: Auto Ionescu"
          onChange={(event) => onChange({ text: withCommaLetters(event.currentTarget.value) })}
        />
      ) : (
        <PictureChooser
          name="watermark-logo"
          legend="Sigla, un PNG"
          pictures={logos}
          value={watermark.photoId}
          contain
          onChange={(photoId) => onChange({ photoId })}
        />
      )}
    </>
  );
}
