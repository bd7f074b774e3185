import type { Batch } from '#contract/batches.ts';
import {
  buildNameParts,
  DEFAULT_PATTERN,
  KEPT_NAMES,
  LONGEST_PATTERN,
  type PATTERN_TOKENS,
  resultFileName,
  unknownTokens,
} from '#domain/batches/file-names.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import {
  EXTENSIONS,
  type OfferedOutput,
  type OutputChoice,
  resolveOutputs,
} from '#domain/recipes/outputs.ts';

export type Token = keyof typeof PATTERN_TOKENS;

/** Labels of the tokens' buttons. */
export const TOKEN_WORDS: Record<Token, string> = {
  lot: 'numele lotului',
  'nr:02': 'numărul, cu zero în față',
  nr: 'numărul',
  platforma: 'varianta',
  original: 'numele fișierului',
  data: 'data',
  latime: 'lățimea',
  inaltime: 'înălțimea',
};

/** What examples of names are made of. */
export interface NamedBatch {
  readonly name: string;
  readonly pattern: string;
  readonly photos: readonly { readonly id: string; readonly name: string }[];
  /** A photo's first file; null where it has none. */
  readonly fileOf: (photoId: string) => NamedOutput | null;
}
interface NamedOutput {
  readonly output: string;
  readonly width: number;
  readonly height: number;
  readonly suffix: string;
  readonly extension: string;
}

/** The delivered files of the first output. */
export function deliveredNames(batch: Batch): NamedBatch {
  const files = Object.values(batch.results).filter(({ suffix }) => suffix === '');
  const key = files[0]?.outputKey;
  return {
    name: batch.name,
    pattern: batch.filePattern,
    photos: batch.photoIds.map((id) => ({ id, name: batch.photos[id]?.name ?? '' })),
    fileOf(photoId) {
      const file = files.find((each) => each.photoId === photoId && each.outputKey === key);
      if (file === undefined) return null;
      const extension = file.fileName.split('.').at(-1) ?? 'jpg';
      return { ...file, output: batch.outputLabels[file.outputKey] ?? '', extension };
    },
  };
}

/** Those that a start would make for the first output. */
export function plannedNames(
  batch: Omit<NamedBatch, 'fileOf'>,
  outputs: readonly OutputChoice[],
  presets: readonly OfferedOutput[],
): NamedBatch {
  const [spec] = resolveOutputs(outputs, presets);
  const [form] = spec?.renditions ?? [];
  const { width = 1600, height = 1200, format = 'jpeg' } = form ?? {};
  const file = { output: spec?.label ?? '', width, height, suffix: '', extension: EXTENSIONS[format] };
  return { ...batch, fileOf: () => file };
}

/** The first files of the batch as they would be called. */
export function exampleNames(
  { name: lot, photos, fileOf }: NamedBatch,
  pattern: string,
  now: Date,
): string[] {
  const nameParts = buildNameParts(photos);
  return photos.slice(0, 3).flatMap(({ id }) => {
    const file = fileOf(id);
    const parts = nameParts.get(id);
    return file && parts
      ? [resultFileName(pattern, { lot, ...file, ...parts, day: toBucharestDay(now) })]
      : [];
  });
}

/** Why a pattern can't be used; null when it can. */
export function patternFault(pattern: string): string | null {
  const [strange] = unknownTokens(pattern);
  if (strange === undefined) return null;
  return strange === '{' ? 'O acoladă nu este închisă.' : `Nu știm ce înseamnă ${strange}.`;
}

/** Tokens that stand for the same thing. */
const INSTEAD: Partial<Record<Token, Token>> = {
  nr: 'nr:02',
  'nr:02': 'nr',
  lot: 'original',
  original: 'lot',
};

export function hasToken(pattern: string, token: Token): boolean {
  return pattern.includes(`{${token}}`);
}

/**
 * A press of a token's button: one that is there goes, one of its kind gives way to it, else it comes where the caret stands (`at`), set
 * apart from what is beside it.
 */
export function pressToken(pattern: string, token: Token, at = pattern.length): string {
  const text = `{${token}}`;
  if (hasToken(pattern, token)) return pattern.replace(text, '').replace(/([-_ ])\1+|^[-_ ]+|[-_ ]+$/g, '$1');
  if (token === 'original' && pattern === DEFAULT_PATTERN) return KEPT_NAMES;
  const other = INSTEAD[token];
  if (other && hasToken(pattern, other)) return pattern.replace(`{${other}}`, text);
  const [before, after] = [pattern.slice(0, at), pattern.slice(at)];
  const joined = `${before}${/[^-_ ]$/.test(before) ? '_' : ''}${text}${/^[^-_ ]/.test(after) ? '_' : ''}${after}`;
  return joined.length > LONGEST_PATTERN ? pattern : joined;
}
