import { withCommaLetters } from '#domain/language/fold.ts';
import { DEFAULT_WATERMARK, MARK_SIZES, POSITIONS, type Watermark } from '#domain/recipes/overlays.ts';
import { formatPercent } from '#web/shared/recipes/mark-words.ts';
import { PictureChooser } from '#web/shared/recipes/picture-chooser.tsx';
import { PositionPicker } from '#web/shared/recipes/position-picker.tsx';
import type { OwnPicture } from '#web/shared/recipes/use-own-pictures.ts';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface WatermarkFieldsProps {
  readonly watermark: Watermark | null;
  readonly logos: readonly OwnPicture[];
  /** Shown beside the mark, such as which sites forbid it. */
  readonly notice: string | null;
  readonly onChange: (watermark: Watermark | null) => void;
}

/** A watermark's switch and what it looks like: of a batch's recipe, or of the brand kit. */
export function WatermarkFields({ watermark, logos, notice, onChange }: WatermarkFieldsProps) {
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
            format={formatPercent}
            onChange={(size) => set({ size })}
          />
          <Slider
            label="Margine"
            value={watermark.margin}
            min={0}
            max={10}
            step={0.5}
            format={formatPercent}
            onChange={(margin) => set({ margin })}
          />
          <Slider
            label="Opacitate"
            value={watermark.opacity}
            min={10}
            max={100}
            format={formatPercent}
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

/** The mark itself: text, or one of the user's logos. */
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
          legend="Sigla: PNG, JPG sau SVG"
          pictures={logos}
          value={watermark.photoId}
          contain
          onChange={(photoId) => onChange({ photoId })}
        />
      )}
    </>
  );
}
