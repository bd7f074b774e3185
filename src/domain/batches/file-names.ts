/** Names of delivered files, by the batch's pattern. Letters with ș and ț stay; what a file system refuses goes. */
import { withCommaLetters } from '#domain/language/fold.ts';

export const DEFAULT_PATTERN = '{lot}_{nr:02}';
export const LONGEST_PATTERN = 80;

/** Tokens of a pattern, each with an example. */
export const PATTERN_TOKENS = {
  lot: 'Dacia Logan',
  'nr:02': '03',
  nr: '3',
  platforma: 'OLX',
  original: 'IMG_2041',
  data: '2026-11-21',
  latime: '1600',
  inaltime: '1200',
} as const;

const TOKEN = /\{([^{}]*)\}/g;
const LONGEST_PART = 60;
const LONGEST_NAME = 120;

/** Windows reads a device's name up to the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

export function safeFileName(text: string, fallback: string, longest = 80): string {
  const clean = withCommaLetters(text.normalize('NFC'))
    .replace(/[^\p{L}\p{N}\p{M} ._-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = [...clean].slice(0, longest).join('').trim();
  return short === '' || RESERVED.test(short) ? fallback : short;
}

/** Braces that say nothing we know: `unknownTokens('{lot}_{vin}')` → ['{vin}']. */
export function unknownTokens(pattern: string): string[] {
  const known = (name: string) => name in PATTERN_TOKENS || /^nr:0[1-6]$/.test(name);
  const strange = [...pattern.matchAll(TOKEN)].flatMap(([token, name = '']) => (known(name) ? [] : [token]));
  return /[{}]/.test(pattern.replace(TOKEN, '')) ? [...strange, '{'] : strange;
}

export interface NamedFile {
  readonly lot: string;
  readonly output: string;
  /** Name of the photo's file as it was uploaded. */
  readonly original: string;
  /** Place in the batch, from 1, and how many there are. */
  readonly number: number;
  readonly total: number;
  /** ISO day. */
  readonly day: string;
  readonly width: number;
  readonly height: number;
  /** Tells renditions of one output apart. */
  readonly suffix: string;
  readonly extension: string;
}

/**
 * „Dacia Logan_03.jpg”. A pattern without the number gets it at its end, and so does a name that had to be cut: files stand in batch
 * order and do not take each other's place.
 */
export function resultFileName(pattern: string, file: NamedFile): string {
  const numbered = /\{nr(:0\d)?\}/.test(pattern);
  const name = [...safeFileName(filledIn(pattern, file), 'Lot', 1000)];
  const isWhole = numbered && name.length <= LONGEST_NAME;
  const end = isWhole ? '' : `_${padded(file, 2)}`;
  return `${name.slice(0, LONGEST_NAME - end.length).join('')}${end}${file.suffix}.${file.extension}`;
}

function filledIn(pattern: string, file: NamedFile): string {
  return pattern.replace(TOKEN, (_, name: string) => {
    switch (name) {
      case 'lot':
        return part(file.lot, 'Lot');
      case 'platforma':
        return part(file.output, 'Variantă');
      case 'original':
        return part(file.original.replace(/\.[^.]{1,5}$/, ''), 'fotografie');
      case 'nr':
        return String(file.number);
      case 'data':
        return file.day;
      case 'latime':
        return String(file.width);
      case 'inaltime':
        return String(file.height);
      default:
        return name.startsWith('nr:0') ? padded(file, Number(name.slice(4))) : ' ';
    }
  });
}

/** At least as wide as the batch's last number, so that files stand in batch order. */
function padded({ number, total }: NamedFile, digits: number): string {
  return String(number).padStart(Math.max(digits, String(total).length), '0');
}

function part(text: string, fallback: string): string {
  return safeFileName(text, fallback, LONGEST_PART);
}

/** Folder names of a ZIP, one per output. */
export function folderNames(labels: readonly string[]): string[] {
  return madeDifferent(labels.map((label) => safeFileName(label, 'Variantă')));
}

/** Many systems do not tell capitals apart: where two names would be the same, later ones get a number before their ending. */
export function madeDifferent(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((wanted) => {
    const [, base = wanted, ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/.exec(wanted) ?? [];
    let name = wanted;
    for (let n = 2; used.has(name.toLowerCase()); n++) name = `${base} ${n}${ending}`;
    used.add(name.toLowerCase());
    return name;
  });
}
