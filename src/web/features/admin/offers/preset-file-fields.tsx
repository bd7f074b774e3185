import { FIT_WORDS, FORMAT_WORDS, PAD_WORDS } from '#domain/language/output-words.ts';
import { FITS, OUTPUT_FORMATS, PADS, RECOMMENDED_QUALITY } from '#domain/recipes/outputs.ts';
import { type FileDraft, SIZES, type Size } from '#web/features/admin/offers/preset-draft.ts';
import { PresetDrawing } from '#web/features/admin/offers/preset-drawing.tsx';
import { FieldGroup } from '#web/features/admin/offers/version-form.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface PresetFileFieldsProps {
  readonly n: number;
  readonly count: number;
  readonly file: FileDraft;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<FileDraft>) => void;
  readonly onRemove?: () => void;
}

const choices = <V extends string>(values: readonly V[], words: Record<V, string>) =>
  values.map((value) => ({ value, label: words[value] }));

/** One delivered file: its size, how the photo sits in it, how it is written. */
export function PresetFileFields({ n, count, file, problems, onChange, onRemove }: PresetFileFieldsProps) {
  const size = (name: Size, hint?: string) => (
    <TextField
      name={`${name}-${n}`}
      label={SIZES[name].label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      value={file[name]}
      error={problems[`${name}-${n}`]}
      onValueChange={(text) => onChange({ [name]: text })}
    />
  );
  return (
    <FieldGroup
      title={count === 1 ? 'Fișierul' : `Fișierul ${n + 1}`}
      help="Fotografia nu se mărește niciodată: una mai mică rămâne la pixelii ei."
    >
      <PresetDrawing file={file} />
      <div className="grid grid-cols-2 gap-4 sm:col-span-2">
        {size('width')}
        {size('height')}
      </div>
      <Select
        label="Fotografia"
        value={file.fit}
        choices={choices(FITS, FIT_WORDS)}
        onChange={(fit) => onChange({ fit })}
      />
      {file.fit !== 'inside' && (
        <Select
          label="Margini"
          value={file.pad}
          choices={choices(PADS, PAD_WORDS)}
          onChange={(pad) => onChange({ pad })}
        />
      )}
      {file.fit !== 'inside' && file.pad === 'colour' && (
        <TextField
          name={`padColour-${n}`}
          label="Culoarea marginilor"
          type="color"
          value={`#${file.padColour}`}
          onValueChange={(colour) => onChange({ padColour: colour.slice(1).toLowerCase() })}
        />
      )}
      {size('fill', 'Când obiectul e decupat. Gol: cât spune rețeta.')}
      <Select
        label="Tip de fișier"
        value={file.format}
        choices={choices(OUTPUT_FORMATS, FORMAT_WORDS)}
        onChange={(format) => onChange({ format, quality: String(RECOMMENDED_QUALITY[format]) })}
      />
      {file.format !== 'png' && size('quality', 'De la 40 la 95.')}
      {size('maxKb', 'Gol: oricât.')}
      {n > 0 && (
        <TextField
          name={`suffix-${n}`}
          label="Terminația numelui"
          hint="Deosebește fișierele: „poza_400.webp”."
          autoComplete="off"
          value={file.suffix}
          error={problems[`suffix-${n}`]}
          onValueChange={(suffix) => onChange({ suffix })}
        />
      )}
      {onRemove && (
        <div className="sm:col-span-2">
          <Button look="quiet" small onClick={onRemove}>
            Scoate fișierul {n + 1}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
