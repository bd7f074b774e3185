/** Outputs: a marketplace preset or a custom size, each with the files it delivers. */

export const FITS = ['inside', 'contain', 'cover'] as const;
export type Fit = (typeof FITS)[number];
export const PADS = ['white', 'blur', 'colour'] as const;
export type Pad = (typeof PADS)[number];
export const OUTPUT_FORMATS = ['jpeg', 'webp', 'avif', 'png'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Shapes as width ÷ height. */
export interface Aspects {
  readonly least: number;
  readonly most: number;
}

/**
 * One delivered file of an output. It never enlarges the photo. `contain` pads up to exactly width × height; only where the photo has too
 * few pixels for it, a file with a blurred ground, or one that its object should fill, has fewer as well, in the same shape. `cover` cuts
 * the parts beyond that shape; with pad `blur` only the rim (7 % of a side; an eighth of a lying form's height), else the whole photo is
 * padded.
 */
export interface Rendition {
  /** Tells the files of one output apart; '' for the first. */
  readonly suffix: string;
  readonly width: number;
  readonly height: number;
  readonly fit: Fit;
  readonly pad: Pad;
  /**
   * The shapes that the place takes (fit `cover`). The asked one comes by a crop around what matters, else the file has another of these
   * within the size, else a ground around the photo. Missing, as in older versions: a rim is cut, or bars are added.
   */
  readonly aspects?: Aspects | undefined;
  /** Six hex digits, used when pad is colour. */
  readonly padColour: string;
  /** % of the tighter side that the object fills where its cut-out is known, 70–95; null: as the recipe says. */
  readonly fill: number | null;
  readonly format: OutputFormat;
  /** Encoder quality 40–95 (PNG ignores it). */
  readonly quality: number;
  /** Target size; a photo that misses it is delivered with a warning. */
  readonly maxBytes: number | null;
}

/** Photos of a batch that an output takes; the cover is its first. */
export const TAKEN_PHOTOS = ['all', 'cover', 'others'] as const;
export type TakenPhotos = (typeof TAKEN_PHOTOS)[number];

export interface OutputSpec {
  readonly key: string;
  readonly label: string;
  /** Missing where it takes all, and in outputs frozen before places could say so. */
  readonly photos?: TakenPhotos | undefined;
  /** False where the marketplace forbids text and logos: they are left out and the page says so. */
  readonly overlays: boolean;
  readonly renditions: readonly Rendition[];
}

export function takesPhoto({ photos = 'all' }: Pick<OutputSpec, 'photos'>, isCover: boolean): boolean {
  return photos === 'all' || (photos === 'cover') === isCover;
}

/**
 * `over-target`: bigger than maxBytes whatever was tried; `shrunk-to-target`: fewer pixels, because of maxBytes; `smaller-than-asked`: the
 * photo has fewer pixels than the output wants; `background-kept`: another background was asked, but no cut-out of the photo is known.
 */
export const FILE_WARNINGS = [
  'over-target',
  'shrunk-to-target',
  'smaller-than-asked',
  'background-kept',
] as const;
export type FileWarning = (typeof FILE_WARNINGS)[number];

/** A form of the person's own: one file. */
export type CustomOutput = Omit<Rendition, 'suffix' | 'fill' | 'aspects'>;

/** An output as a batch stores it: a preset by key, or a custom form with its own figures. */
export type OutputChoice =
  | { readonly kind: 'preset'; readonly preset: string }
  | { readonly kind: 'custom'; readonly custom: CustomOutput };

export const DEFAULT_OUTPUTS: readonly OutputChoice[] = [{ kind: 'preset', preset: 'olx' }];

/** Measured: about the same picture in every format. PNG knows no quality. */
export const RECOMMENDED_QUALITY: Readonly<Record<OutputFormat, number>> = {
  jpeg: 82,
  webp: 80,
  avif: 65,
  png: 82,
};

export const DEFAULT_CUSTOM: CustomOutput = {
  width: 1200,
  height: 1200,
  fit: 'inside',
  pad: 'white',
  padColour: 'ffffff',
  format: 'jpeg',
  quality: 82,
  maxBytes: null,
};

export const EXTENSIONS: Readonly<Record<OutputFormat, string>> = {
  jpeg: 'jpg',
  webp: 'webp',
  avif: 'avif',
  png: 'png',
};
export const MEDIA_TYPES: Readonly<Record<OutputFormat, string>> = {
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
};

/** An output as a preset offers it. */
export interface OfferedOutput extends Omit<OutputSpec, 'photos'> {
  readonly rules: { readonly photos?: TakenPhotos | undefined };
}

/** Returns keys that are unique within a batch: the preset's key, `custom-1`, `custom-2` … */
export function outputKeys(choices: readonly OutputChoice[]): string[] {
  let customs = 0;
  return choices.map((choice) => (choice.kind === 'preset' ? choice.preset : `custom-${++customs}`));
}

/** Returns one of the batch's choices as the engine wants it; null where its preset is not among `presets`. */
export function resolveOutput(
  choice: OutputChoice,
  key: string,
  presets: readonly OfferedOutput[],
): OutputSpec | null {
  if (choice.kind === 'custom') {
    const { custom } = choice;
    return {
      key,
      label: `Alt format ${custom.width}×${custom.height} ${EXTENSIONS[custom.format]}`,
      overlays: true,
      renditions: [{ ...custom, pad: custom.fit === 'cover' ? 'white' : custom.pad, suffix: '', fill: null }],
    };
  }
  const preset = presets.find((each) => each.key === choice.preset);
  if (preset === undefined) return null;
  const { label, overlays, renditions, rules } = preset;
  const { photos = 'all' } = rules;
  return { key, label, overlays, renditions, ...(photos !== 'all' && { photos }) };
}

/** Returns all of them; those with an unknown preset are missing. */
export function resolveOutputs(
  choices: readonly OutputChoice[],
  presets: readonly OfferedOutput[],
): OutputSpec[] {
  const keys = outputKeys(choices);
  return choices.flatMap((choice, i) => resolveOutput(choice, keys[i] ?? '', presets) ?? []);
}
