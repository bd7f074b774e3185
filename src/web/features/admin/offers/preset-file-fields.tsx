import { FIT_WORDS, FORMAT_WORDS, PAD_WORDS } from '#domain/language/output-words.ts';
import { type Aspects, FITS, OUTPUT_FORMATS, PADS, RECOMMENDED_QUALITY } from '#domain/recipes/outputs.ts';
import { ANY_SHAPE, type FileDraft, SIZES, type SizeField } from '#web/features/admin/offers/preset-draft.ts';
import { FieldGroup } from '#web/features/admin/offers/version-form.tsx';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';
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

/** A photo as phones take it, in the drawing's units. */
const PHOTO = 4 / 3;
const BOX = 112;

const WORDS = {
  inside: 'Forma fotografiei rămâne: se micșorează până încape. Fișierul are cel mult mărimea aceasta.',
  contain: 'Fotografia se vede toată, iar ce rămâne până la mărimea cerută se umple cu margini.',
  cover: 'Fotografia umple tot cadrul, iar ce trece de margini se taie.',
};

const SHAPES = ['any', 'own', 'range', 'before'] as const;
type Shapes = (typeof SHAPES)[number];
const SHAPE_WORDS: Record<Shapes, string> = {
  any: 'Oricare: fără margini',
  own: 'Doar aceasta: tăiată unde nu strică, altfel cu fond',
  range: 'Între limitele publicate',
  before: 'Ca înainte: marginile tăiate sau cu fond',
};

function nameShapes({ aspects }: FileDraft): Shapes {
  if (aspects === undefined) return 'before';
  if (aspects.least === aspects.most) return 'own';
  return aspects.least === ANY_SHAPE.least && aspects.most === ANY_SHAPE.most ? 'any' : 'range';
}

/** The size that is typed gives „doar aceasta” its shape when the version is saved. */
function chooseAspects(shapes: Shapes, { aspects }: FileDraft): Aspects | undefined {
  if (shapes === 'range') return aspects;
  return { any: ANY_SHAPE, own: { least: 1, most: 1 }, before: undefined }[shapes];
}

const buildChoices = <V extends string>(values: readonly V[], words: Record<V, string>) =>
  values.map((value) => ({ value, label: words[value] }));

/** One delivered file: its size, how the photo sits in it, how it is written. */
export function PresetFileFields({ n, count, file, problems, onChange, onRemove }: PresetFileFieldsProps) {
  const size = (name: SizeField, hint?: string) => (
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
        choices={buildChoices(FITS, FIT_WORDS)}
        onChange={(fit) => onChange({ fit })}
      />
      {file.fit === 'cover' && (
        <Select
          label="Forme primite"
          value={nameShapes(file)}
          choices={buildChoices(
            SHAPES.filter((each) => each !== 'range' || nameShapes(file) === each),
            SHAPE_WORDS,
          )}
          onChange={(shapes) => onChange({ aspects: chooseAspects(shapes, file) })}
        />
      )}
      {file.fit !== 'inside' && (
        <Select
          label="Margini"
          value={file.pad}
          choices={buildChoices(PADS, PAD_WORDS)}
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
        choices={buildChoices(OUTPUT_FORMATS, FORMAT_WORDS)}
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

/** The file in its true shape, and how a photo of 4:3 sits in it. */
function PresetDrawing({ file }: { file: FileDraft }) {
  const side = (name: 'width' | 'height') => wholeNumber(file[name], SIZES[name].least, SIZES[name].most);
  const [width, height] = [side('width'), side('height')];
  if (width === null || height === null) return null;
  const scale = BOX / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  const whole = Math.min(w, h * PHOTO);
  const photo = file.fit === 'cover' ? { width: w, height: h } : { width: whole, height: whole / PHOTO };
  const grounds = { white: 'bg-white', blur: 'bg-linear-to-br from-signal/40 to-film/60', colour: '' };
  const ground = file.fit === 'inside' ? 'border-dashed' : grounds[file.pad];
  return (
    <div className="flex items-center gap-4 sm:col-span-2">
      <div className="grid size-30 shrink-0 place-items-center">
        <div
          aria-hidden
          className={`grid place-items-center overflow-hidden border-2 border-line-strong ${ground}`}
          style={{
            width: w,
            height: h,
            ...(file.fit !== 'inside' && file.pad === 'colour' && { background: `#${file.padColour}` }),
          }}
        >
          <div className="grid place-items-center bg-film" style={photo}>
            <div className="h-1/2 w-2/3 rounded-md bg-signal" />
          </div>
        </div>
      </div>
      <p className="text-sm text-ink-soft">{WORDS[file.fit]}</p>
    </div>
  );
}
