import { withCommaLetters } from '#domain/language/fold.ts';
import {
  BADGE_POSITIONS,
  BADGE_SHAPES,
  type Badge,
  DEFAULT_BADGE,
  DEFAULT_DECORATIVE_FRAME,
  type DecorativeFrame,
} from '#domain/recipes/overlays.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { listForbiddingOutputs, overlayNotice } from '#web/editor/panel/outputs/output-list.ts';
import { BADGE_SHAPE_WORDS } from '#web/editor/panel/recipe-words.ts';
import { ColourField } from '#web/shared/recipes/colour-field.tsx';
import { formatPercent } from '#web/shared/recipes/mark-words.ts';
import { PositionPicker } from '#web/shared/recipes/position-picker.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** A label on the photos and a frame around them, each behind a switch. */
export function BadgePanel() {
  const { recipe, outputs, presets, onRecipe } = useEditing();
  const { badge, frame } = recipe;
  const notice =
    badge || frame
      ? overlayNotice(listForbiddingOutputs({ badge, frame, watermark: null }, outputs, presets))
      : null;
  return (
    <div className="flex flex-col gap-3.5">
      <Switch
        label="Etichetă pe fotografii"
        checked={badge !== null}
        onChange={(on) => onRecipe({ badge: on ? DEFAULT_BADGE : null })}
      />
      {badge && (
        <BadgeFields badge={badge} onChange={(change) => onRecipe({ badge: { ...badge, ...change } })} />
      )}
      <Switch
        label="Ramă în jurul fotografiei"
        checked={frame !== null}
        onChange={(on) => onRecipe({ frame: on ? DEFAULT_DECORATIVE_FRAME : null })}
      />
      {frame && (
        <DecorativeFrameFields
          frame={frame}
          onChange={(change) => onRecipe({ frame: { ...frame, ...change } })}
        />
      )}
      {notice && <p className="rounded-xl bg-signal-wash px-3 py-2 text-sm">{notice}</p>}
    </div>
  );
}

interface BadgeFieldsProps {
  readonly badge: Badge;
  readonly onChange: (change: Partial<Badge>) => void;
}

function BadgeFields({ badge, onChange }: BadgeFieldsProps) {
  return (
    <>
      <TextField
        label="Ce scrie pe etichetă"
        value={badge.text}
        maxLength={40}
        placeholder="de exemplu: Garanție 12 luni"
        onChange={(event) => onChange({ text: withCommaLetters(event.currentTarget.value) })}
      />
      <ChoiceRow
        label="Forma etichetei"
        value={badge.shape}
        choices={BADGE_SHAPES.map((value) => ({ value, label: BADGE_SHAPE_WORDS[value] }))}
        onChange={(shape) => onChange({ shape })}
      />
      <PositionPicker
        name="badge-position"
        options={BADGE_POSITIONS}
        value={badge.position}
        onChange={(position) => onChange({ position })}
      />
      <ColourField
        label="Culoarea etichetei"
        value={badge.colour}
        onChange={(colour) => onChange({ colour })}
      />
      <Slider
        label="Mărimea literelor"
        value={badge.size}
        min={2}
        max={8}
        step={0.5}
        format={formatPercent}
        onChange={(size) => onChange({ size })}
      />
    </>
  );
}

interface DecorativeFrameFieldsProps {
  readonly frame: DecorativeFrame;
  readonly onChange: (change: Partial<DecorativeFrame>) => void;
}

function DecorativeFrameFields({ frame, onChange }: DecorativeFrameFieldsProps) {
  return (
    <>
      <Slider
        label="Grosimea ramei"
        value={frame.width}
        min={0.5}
        max={10}
        step={0.5}
        format={formatPercent}
        onChange={(width) => onChange({ width })}
      />
      <ColourField label="Culoarea ramei" value={frame.colour} onChange={(colour) => onChange({ colour })} />
    </>
  );
}
