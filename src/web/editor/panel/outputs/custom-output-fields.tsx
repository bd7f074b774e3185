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
import { ColourField } from '#web/shared/recipes/colour-field.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';

interface CustomOutputFieldsProps {
  readonly custom: CustomOutput;
  readonly onChange: (change: Partial<CustomOutput>) => void;
}

const buildChoices = <V extends string>(values: readonly V[], words: Record<V, string>) =>
  values.map((value) => ({ value, label: words[value] }));

/** Size, how the photo fits, what fills the margins, file type and weight of a format of one's own. Comes into sight as it opens. */
export function CustomOutputFields({ custom, onChange }: CustomOutputFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise from it, which React would call as the effect's end.
    fields.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, []);
  return (
    <div ref={fields} className="flex flex-col gap-3.5">
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
        choices={buildChoices(FITS, FIT_WORDS)}
        onChange={(fit) => onChange({ fit })}
      />
      {custom.fit === 'contain' && (
        <ChoiceRow
          label="Margini"
          value={custom.pad}
          choices={buildChoices(PADS, PAD_WORDS)}
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
        choices={buildChoices(OUTPUT_FORMATS, FORMAT_WORDS)}
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
    </div>
  );
}
