import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FIT_WORDS, FORMAT_WORDS, PAD_WORDS } from '#domain/language/output-words.ts';
import {
  type CustomOutput,
  FITS,
  OUTPUT_FORMATS,
  PADS,
  RECOMMENDED_QUALITY,
} from '#domain/recipes/outputs.ts';
import { KILOBYTE_BOUNDS, SIDE_BOUNDS } from '#web/editor/panel/outputs/number-entry.ts';
import { NumberField } from '#web/editor/panel/outputs/number-field.tsx';
import { Shape } from '#web/editor/panel/outputs/shape.tsx';
import { ColourField } from '#web/shared/recipes/colour-field.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';

interface CustomOutputFieldsProps {
  readonly custom: CustomOutput;
  /** Just added: comes into sight. */
  readonly fresh: boolean;
  readonly repeated: boolean;
  readonly onChange: (change: Partial<CustomOutput>) => void;
  readonly onRemove: () => void;
}

const choices = <V extends string>(values: readonly V[], words: Record<V, string>) =>
  values.map((value) => ({ value, label: words[value] }));

/** A format of one's own: size, how the photo fits, what fills the margins, file type and weight. */
export function CustomOutputFields({ custom, fresh, repeated, onChange, onRemove }: CustomOutputFieldsProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (fresh) section.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [fresh]);
  return (
    <section
      ref={section}
      aria-label={`Alt format ${custom.width}×${custom.height}`}
      className="flex flex-col gap-3.5 rounded-xl border border-signal bg-card p-3"
    >
      <div className="flex items-center gap-2.5">
        <Shape width={custom.width} height={custom.height} lit />
        <p className="flex-1 font-semibold">Alt format</p>
        <IconButton label="Renunță la acest format" onClick={onRemove}>
          <Trash2 aria-hidden size={18} />
        </IconButton>
      </div>
      {repeated && (
        <p className="text-sm text-danger">Formatul acesta este deja ales. Schimbă-i o valoare.</p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label="Lățime, px"
          value={custom.width}
          bounds={SIDE_BOUNDS}
          onChange={(width) => width !== null && onChange({ width })}
        />
        <NumberField
          label="Înălțime, px"
          value={custom.height}
          bounds={SIDE_BOUNDS}
          onChange={(height) => height !== null && onChange({ height })}
        />
      </div>
      <Select
        label="Fotografia"
        value={custom.fit}
        choices={choices(FITS, FIT_WORDS)}
        onChange={(fit) => onChange({ fit })}
      />
      {custom.fit === 'contain' && (
        <ChoiceRow
          label="Margini"
          value={custom.pad}
          choices={choices(PADS, PAD_WORDS)}
          onChange={(pad) => onChange({ pad })}
        />
      )}
      {custom.fit === 'contain' && custom.pad === 'colour' && (
        <ColourField
          label="Culoarea marginilor"
          value={custom.padColour}
          onChange={(padColour) => onChange({ padColour })}
        />
      )}
      <ChoiceRow
        label="Tip de fișier"
        value={custom.format}
        choices={choices(OUTPUT_FORMATS, FORMAT_WORDS)}
        onChange={(format) => onChange({ format, quality: RECOMMENDED_QUALITY[format] })}
      />
      {custom.format !== 'png' && (
        <Slider
          label="Calitate"
          value={custom.quality}
          min={40}
          max={95}
          onChange={(quality) => onChange({ quality })}
        />
      )}
      <NumberField
        label="Cel mult, kB (opțional)"
        value={custom.maxBytes === null ? null : Math.round(custom.maxBytes / 1000)}
        bounds={KILOBYTE_BOUNDS}
        optional
        onChange={(kilobytes) => onChange({ maxBytes: kilobytes === null ? null : kilobytes * 1000 })}
      />
    </section>
  );
}
