/** Names of delivered files, by the batch's pattern. Letters with ș and ț stay; characters that a file system refuses go. */
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

/** Pattern that keeps the files' own names. */
export const KEPT_NAMES = '{original}';

const TOKEN = /\{([^{}]*)\}/g;
const LONGEST_PART = 60;
const LONGEST_NAME = 120;
/** Bytes of one part of a path that file systems take. */
const MOST_BYTES = 255;
/** Bytes of a stem: the rest is for an ending and a number. */
const MOST_BYTES_OF_STEM = 235;

/** Windows reads a device's name up to the first dot, and not the spaces before that. */
const RESERVED = /^(con(in\$|out\$)?|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i;

const graphemes = new Intl.Segmenter('ro', { granularity: 'grapheme' });

/** Returns the length in UTF-8. */
function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

interface Room {
  readonly characters: number;
  readonly bytes: number;
}
const EVERYTHING: Room = { characters: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Returns as much of a text's beginning as there is room for, in characters and in bytes; no letter is cut through. */
function cutText(text: string, { characters, bytes }: Room): string {
  if (text.length <= characters && bytesIn(text) <= bytes) return text;
  let [kept, length, size] = ['', 0, 0];
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    size += bytesIn(segment);
    if (length > characters || size > bytes) break;
    kept += segment;
  }
  return kept;
}

export function safeFileName(text: string, fallback: string, longest = 80): string {
  return trimToRoom(withoutSigns(text), fallback, { characters: longest, bytes: MOST_BYTES_OF_STEM });
}

function withoutSigns(text: string): string {
  return withCommaLetters(text.normalize('NFC')).replace(/[^\p{L}\p{N}\p{M} ._-]/gu, ' ');
}

function trimToRoom(text: string, fallback: string, room: Room): string {
  const clean = text.replace(/\s+/g, ' ').replace(/^[. ]+/, '');
  const short = cutText(clean, room).replace(/[. ]+$/, '');
  if (short === '') return fallback;
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Returns a name with its ending that every file system takes. */
export function fittingName(stem: string, ending: string): string {
  return cutText(stem, { characters: LONGEST_NAME, bytes: MOST_BYTES - bytesIn(ending) }) + ending;
}

/** Returns braces that name no token: `unknownTokens('{lot}_{vin}')` → ['{vin}']. */
export function unknownTokens(pattern: string): string[] {
  const known = (name: string) => Object.hasOwn(PATTERN_TOKENS, name) || /^nr:0[1-6]$/.test(name);
  const strange = [...pattern.matchAll(TOKEN)].flatMap(([token, name = '']) => (known(name) ? [] : [token]));
  return /[{}]/.test(pattern.replace(TOKEN, '')) ? [...strange, '{'] : strange;
}

/** Parts of a file's name that come from its photo, beside the batch's own settings. */
export interface NameParts {
  /** Name of the photo's file as it was uploaded. */
  readonly original: string;
  /** Place in the batch, from 1, and number of photos that it shows. */
  readonly number: number;
  readonly total: number;
  /** True when another photo of the batch would have the same name by its original alone. */
  readonly isAlike: boolean;
}

/** Returns the name parts of the photos that a batch shows, in batch order, by id. */
export function buildNameParts(
  photos: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, NameParts> {
  const total = photos.length;
  const stems = photos.map(({ name }) => asSystemsCompare(originalPart(name)));
  const numbered = stems.map((stem, i) => `${stem}_${padNumber({ number: i + 1, total }, 2)}`);
  const seen = new Set<string>();
  const twice = new Set(stems.filter((stem) => seen.size === seen.add(stem).size));
  const alike = new Set(stems.flatMap((stem, i) => (twice.has(stem) ? [i] : [])));
  // An added number may make a name that another photo has.
  for (let before = -1; before < alike.size; ) {
    before = alike.size;
    const added = new Set([...alike].map((i) => numbered[i]));
    stems.forEach((stem, i) => void (added.has(stem) && alike.add(i)));
  }
  return new Map(
    photos.map(({ id, name }, i) => [id, { original: name, number: i + 1, total, isAlike: alike.has(i) }]),
  );
}

export interface NamedFile extends NameParts {
  readonly lot: string;
  readonly output: string;
  /** ISO day. */
  readonly day: string;
  readonly width: number;
  readonly height: number;
  /** Tells renditions of one output apart. */
  readonly suffix: string;
  readonly extension: string;
}

/**
 * Returns „Dacia Logan_03.jpg”. Where a pattern's names would be alike they get the number at their end, and so does a name that had to be
 * cut: no file takes another's place.
 */
export function resultFileName(pattern: string, file: NamedFile): string {
  const tail = `${file.suffix}.${file.extension}`;
  const name = trimToRoom(filledIn(pattern, file), 'Lot', EVERYTHING);
  const room = { characters: LONGEST_NAME, bytes: MOST_BYTES - bytesIn(tail) };
  const isWhole = isDistinct(pattern, file) && cutText(name, room) === name;
  const end = isWhole ? '' : `_${padNumber(file, 2)}`;
  const characters = LONGEST_NAME - end.length;
  return cutText(name, { characters, bytes: room.bytes - end.length }) + end + tail;
}

function isDistinct(pattern: string, { total, isAlike }: NameParts): boolean {
  if (/\{nr(:0\d)?\}/.test(pattern)) return true;
  return pattern.includes(KEPT_NAMES) ? !isAlike : total === 1;
}

function filledIn(pattern: string, file: NamedFile): string {
  const texts = pattern.split(/(\{[^{}]*\})/);
  return texts
    .map((text, i) => (i % 2 === 0 ? withoutSigns(text) : tokenText(text.slice(1, -1), file)))
    .join('');
}

function tokenText(name: string, file: NamedFile): string {
  switch (name) {
    case 'lot':
      return toNamePart(file.lot, 'Lot');
    case 'platforma':
      return toNamePart(file.output, 'Variantă');
    case 'original':
      return originalPart(file.original);
    case 'nr':
      return String(file.number);
    case 'data':
      return file.day;
    case 'latime':
      return String(file.width);
    case 'inaltime':
      return String(file.height);
    default:
      return name.startsWith('nr:0') ? padNumber(file, Number(name.slice(4))) : ' ';
  }
}

/** Keeps a shop's own name whole, but for the characters that file systems refuse. */
function originalPart(name: string): string {
  const stem = name.normalize('NFC').replace(/\.[^.]{1,5}$/, '');
  return trimToRoom(stem.replace(/[<>:"/\\|?*\p{C}]/gu, ' '), 'fotografie', {
    characters: LONGEST_NAME,
    bytes: MOST_BYTES_OF_STEM,
  });
}

/** Pads to at least the width of the batch's last number, so that files stand in batch order. */
function padNumber({ number, total }: Pick<NameParts, 'number' | 'total'>, digits: number): string {
  return String(number).padStart(Math.max(digits, String(total).length), '0');
}

function toNamePart(text: string, fallback: string): string {
  return safeFileName(text, fallback, LONGEST_PART);
}

/** Returns folder names of a ZIP, one per output or lot. `fallback`: for a label of which no letter can stand in a name. */
export function folderNames(labels: readonly string[], fallback: 'Variantă' | 'Lot' = 'Variantă'): string[] {
  return madeDifferent(labels.map((label) => safeFileName(label, fallback)));
}

/** Folds a name as many systems compare it: without capitals, and composed letters as one. „ß” is „SS” in capitals, both sigmas are one. */
const asSystemsCompare = (name: string) => name.normalize('NFC').toUpperCase();

/** Gives later names a number before their ending where two would be the same. */
export function madeDifferent(names: readonly string[]): string[] {
  const used = new Set<string>();
  // Of many alike, the next number to try: the ones before are taken.
  const next = new Map<string, number>();
  return names.map((wanted) => {
    const [, folder = '', base = '', ending = ''] = /^(.*\/)?(.*?)(\.[a-z0-9]{1,5})?$/is.exec(wanted) ?? [];
    let name = wanted;
    const alike = asSystemsCompare(wanted);
    let n = next.get(alike) ?? 2;
    for (; used.has(asSystemsCompare(name)); n++) {
      const end = ` ${n}${ending}`;
      name = folder + cutText(base, { characters: base.length, bytes: MOST_BYTES - bytesIn(end) }) + end;
    }
    next.set(alike, n);
    used.add(asSystemsCompare(name));
    return name;
  });
}
