import type { listPresetVersions } from '#contract/recipes/presets.ts';
import type { ReplyOf } from '#contract/route.ts';
import { foldDiacritics } from '#domain/language/fold.ts';
import { formatNumber } from '#domain/language/plural.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import {
  type Aspects,
  DEFAULT_CUSTOM,
  type Fit,
  type OutputFormat,
  type Pad,
  type TakenPhotos,
} from '#domain/recipes/outputs.ts';
import type { ShapeSource } from '#domain/recipes/presets.ts';
import { wholeNumber } from '#web/features/admin/shared/whole-number.ts';

export type ListedPresetVersion = ReplyOf<typeof listPresetVersions>['versions'][number];
export type PresetBody = Omit<ListedPresetVersion, 'key' | 'validFrom'>;

/** Figures of one file; an empty one sets no bound where that is allowed. */
export const SIZES = {
  width: { label: 'Lățime, px', least: 16, most: 6000, mayBeEmpty: false },
  height: { label: 'Înălțime, px', least: 16, most: 6000, mayBeEmpty: false },
  fill: { label: 'Obiectul umple, %', least: 70, most: 95, mayBeEmpty: true },
  quality: { label: 'Calitate', least: 40, most: 95, mayBeEmpty: false },
  maxKb: { label: 'Cel mult, în kB', least: 20, most: 20_000, mayBeEmpty: true },
} as const;
export type SizeField = keyof typeof SIZES;
export const RULES = {
  mostPhotos: { label: 'Cele mai multe fotografii', least: 1, most: 300, mayBeEmpty: true },
  leastSide: { label: 'Latura lungă, cel puțin px', least: 16, most: 6000, mayBeEmpty: true },
  leastFill: { label: 'Obiectul, cel puțin %', least: 50, most: 95, mayBeEmpty: true },
} as const;
export type Rule = keyof typeof RULES;
export const MOST_FILES = 4;

/** One file as it is typed. */
export type FileDraft = Record<SizeField, string> & {
  readonly suffix: string;
  readonly fit: Fit;
  /** Shapes that the place takes; missing: a rim is cut, or bars are added. */
  readonly aspects?: Aspects | undefined;
  readonly pad: Pad;
  readonly padColour: string;
  readonly format: OutputFormat;
};

export type PresetDraft = Record<Rule | 'label' | 'source' | 'sourceUrl' | 'verified', string> & {
  readonly files: readonly FileDraft[];
  readonly overlays: boolean;
  readonly whiteBackground: boolean;
  readonly realBackground: boolean;
  readonly photos: TakenPhotos;
  readonly withdrawn: boolean;
  /** Where the shapes are published; as it is stored. */
  readonly shapes?: ShapeSource | undefined;
};

/** „Oricare”: no photo is longer. */
export const ANY_SHAPE: Aspects = { least: 0.25, most: 4 };

/** True where a version frames as older ones did: by cutting the rim, or with bars unasked. */
export function framesAsBefore({ renditions }: Pick<ListedPresetVersion, 'renditions'>): boolean {
  return renditions.some(({ fit, aspects }) => fit !== 'inside' && aspects === undefined);
}

const toFieldText = (value: number | null) => (value === null ? '' : String(value));

export function newFile(suffix = ''): FileDraft {
  const { width, height, quality, maxBytes: _, ...form } = DEFAULT_CUSTOM;
  return {
    ...form,
    suffix,
    width: toFieldText(width),
    height: toFieldText(height),
    quality: toFieldText(quality),
    maxKb: '',
    fill: '',
  };
}

export const NEW_PRESET: PresetDraft = {
  label: '',
  files: [newFile()],
  overlays: true,
  mostPhotos: '',
  leastSide: '',
  leastFill: '',
  whiteBackground: false,
  realBackground: false,
  photos: 'all',
  source: '',
  sourceUrl: '',
  verified: '',
  withdrawn: false,
};

export function createPresetDraft(version: ListedPresetVersion): PresetDraft {
  const { label, overlays, withdrawn, source, sourceUrl, verified, rules, renditions } = version;
  const { photos = 'all', mostPhotos, leastSide, leastFill, whiteBackground, realBackground, shapes } = rules;
  return {
    ...{ label, overlays, withdrawn, source, whiteBackground, realBackground, photos },
    ...(shapes !== undefined && { shapes }),
    sourceUrl: sourceUrl ?? '',
    verified: verified ?? '',
    mostPhotos: toFieldText(mostPhotos),
    leastSide: toFieldText(leastSide),
    leastFill: toFieldText(leastFill),
    files: renditions.map(({ width, height, quality, maxBytes, fill, ...form }) => ({
      ...form,
      width: toFieldText(width),
      height: toFieldText(height),
      quality: toFieldText(quality),
      maxKb: toFieldText(maxBytes && Math.round(maxBytes / 1000)),
      fill: toFieldText(fill),
    })),
  };
}

/** Returns the body for the server, and the problems by field name. */
export function readDraft(draft: PresetDraft): { body: PresetBody; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const figure = (
    name: string,
    typed: string,
    bounds: { least: number; most: number; mayBeEmpty: boolean },
  ) => {
    const { least, most, mayBeEmpty } = bounds;
    if (typed.trim() === '' && mayBeEmpty) return null;
    const value = wholeNumber(typed, least, most);
    if (value === null)
      problems[name] =
        `De la ${formatNumber(least)} la ${formatNumber(most)}${mayBeEmpty ? ', sau gol' : ''}.`;
    return value;
  };
  const label = draft.label.trim();
  if (label === '') problems.label = 'Scrie numele.';
  const renditions = draft.files.map(({ fit, aspects, pad, padColour, format, suffix, ...typed }, n) => {
    const size = (name: SizeField) => figure(`${name}-${n}`, typed[name], SIZES[name]);
    const [width, height, fill, quality, maxKb] = (Object.keys(SIZES) as SizeField[]).map(size);
    const isTaken = draft.files.findIndex((other) => other.suffix === suffix) < n;
    if (n > 0 && (isTaken || !/^_[a-z0-9]{1,12}$/.test(suffix)))
      problems[`suffix-${n}`] = '„_” și apoi litere mici sau cifre, altele decât la celelalte.';
    const maxBytes = maxKb == null ? null : maxKb * 1000;
    const sizes = { width: width ?? 0, height: height ?? 0, quality: quality ?? 0, fill: fill ?? null };
    const taken = fit === 'cover' && aspects !== undefined && { aspects: buildAspects(aspects, sizes) };
    return { suffix, ...sizes, fit, ...taken, pad, padColour, format, maxBytes };
  });
  const rule = (name: Rule) => figure(name, draft[name], RULES[name]);
  const { overlays, photos, whiteBackground, realBackground, withdrawn } = draft;
  const rules = {
    ...{ mostPhotos: rule('mostPhotos'), leastSide: rule('leastSide'), leastFill: rule('leastFill') },
    ...{ whiteBackground, realBackground, ...(draft.shapes !== undefined && { shapes: draft.shapes }) },
    ...(photos !== 'all' && { photos }),
  };
  const source = draft.source.trim();
  if (source === '') problems.source = 'Scrie de unde sunt cifrele.';
  const sourceUrl = draft.sourceUrl.trim() || null;
  if (sourceUrl !== null && !/^https:\/\/\S{1,300}$/.test(sourceUrl))
    problems.sourceUrl = 'O adresă care începe cu https://';
  const verified = draft.verified || null;
  return { body: { label, overlays, renditions, source, sourceUrl, verified, rules, withdrawn }, problems };
}

/** A single shape is the file's own, whatever it has become. */
function buildAspects({ least, most }: Aspects, { width, height }: Size): Aspects {
  const own = height > 0 ? width / height : 1;
  return least === most ? { least: own, most: own } : { least, most };
}

/** The code of a new preset: „Okazii.ro mare” → „okazii-ro-mare”. Those of custom sizes begin with „custom-”. */
export function buildPresetKey(label: string): string {
  const plain = foldDiacritics(label)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  if (plain.length > 1 && !/^custom(-|$)/.test(plain)) return plain;
  return `sablon-${plain || 'nou'}`.slice(0, 40);
}
