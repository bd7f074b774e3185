/**
 * Reads what a file's name tells of the thing on it: `SKU-1001` of „SKU-1001_2.jpg”, `B-12-ABC` of „B-12-ABC (3).jpg”. Names that cameras
 * and chats give tell nothing.
 */

/** Words of cameras, phones, chats and programs, without digits. */
const CAMERA_WORDS = new Set(
  (
    'a anhang at am attachment burst camera captura capture ceva cimg com copia copie copy cover de dcim dji download dsc dscf dscn dsci ' +
    'e edit edited edt effects exported fb file fisier fișier foto fotografia fotografie frame fullsizerender go gopr hdr hpim image imagine ' +
    'imag img kimg la live messenger mfnr mg mms modificat mp mvi mvimg new night nou original p pano photo photoroom pic picsart picture ' +
    'pict pm portrait poza poză portret pxl r raw received resized sam screen screenshot sdc signal snapchat telegram temp tmp top unnamed ' +
    'untitled vid viber video wa whatsapp wp x'
  ).split(' '),
);
/** Words for a side or a part of a thing. */
const VIEW_WORDS =
  'fata|fața|față|spate|stanga|stânga|dreapta|lateral|interior|exterior|detaliu|detalii|bord|motor|front|back|rear|side|left|right|top|bottom|inside|outside|detail|main|cover';

const ENDING = /\.[a-z][a-z0-9]{1,4}$/iu;
const SEPARATOR = /[\s_.-]/u;
const COUNTER_WORDS = 'nr|no|poza|foto|img|pic|photo';
/** The number of a photo of its thing: „(3)”, „03” of „_03”, „3” of „ nr. 3”. Four digits and more are an article's or a camera's. */
const COUNTER = new RegExp(`\\(\\d{1,3}\\)$|(?<=[\\s_.-]|(?<=[\\s_.-])(?:${COUNTER_WORDS}))\\d{1,3}$`, 'iu');
const COUNTER_WORD = new RegExp(`(?<=[\\s_.-])(?:${COUNTER_WORDS})$`, 'iu');
const GLUED_COUNTER = /(?<=\p{L}\p{L})\d{1,2}$/u;
const VIEW = new RegExp(`(?<=[\\s_.-])(?:${VIEW_WORDS})$`, 'iu');
const LETTER = /(?<=\d)[\s_-]?[a-h]$/iu;
const HASH = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{20,})$/iu;
const DAY = /(?<!\d)(?:19|20)\d\d[-_.]?(?:0\d|1[0-2])[-_.]?(?:[0-2]\d|3[01])(?!\d)/u;

interface NamedPhoto {
  readonly name: string;
}

/** Returns the prefix of each name, as it was written first, and null for a name that tells nothing. */
export function readPrefixes(photos: readonly NamedPhoto[]): (string | null)[] {
  const stems = photos.map(({ name }) => readStem(name));
  const cut = stems.map(cutCounter);
  const times = countBy(stems.map(foldName));
  const known = new Set(cut.flatMap((prefix) => (prefix === null ? [] : [foldName(prefix)])));
  const written = new Map<string, string>();
  return stems.map((stem, at) => {
    const whole = foldName(stem);
    const isKnown = !saysNothing(stem) && (known.has(whole) || (times.get(whole) ?? 0) > 1);
    const prefix = isKnown ? stem : (cut[at] ?? wholeCode(stem));
    if (prefix === null) return null;
    const key = foldName(prefix);
    if (!written.has(key)) written.set(key, prefix);
    return written.get(key) ?? null;
  });
}

/** Returns a file's name without its ending. */
export function readStem(name: string): string {
  return name.normalize('NFC').replace(ENDING, '').trim();
}

/** Returns a name by which two spellings are the same. */
function foldName(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]+/gu, '-');
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Returns the stem without number and view; null where it has neither, or where what is left tells nothing. */
function cutCounter(stem: string): string | null {
  let prefix = cutEnd(stem, COUNTER);
  if (prefix !== stem && !stem.endsWith(')')) prefix = cutEnd(prefix, COUNTER_WORD);
  prefix = cutEnd(prefix, VIEW);
  if (prefix === stem) prefix = stem.replace(LETTER, '');
  if (prefix === stem) prefix = stem.replace(GLUED_COUNTER, '');
  prefix = prefix.trim();
  return prefix === stem || saysNothing(prefix) || saysNothing(stem) ? null : prefix;
}

/** Returns the text without this end and the separators before it. These are not part of the pattern: it would try each of a long row of them. */
function cutEnd(text: string, end: RegExp): string {
  const found = end.exec(text);
  if (found === null) return text;
  let length = found.index;
  while (SEPARATOR.test(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

/** Returns a stem without a number where it is a code: an article's number, a registration, a chassis. */
function wholeCode(stem: string): string | null {
  return /\p{L}/u.test(stem) && /\d{2}/u.test(stem) && !saysNothing(stem) ? stem : null;
}

/** True where only a camera's words, days, hours and numbers stand. */
export function saysNothing(stem: string): boolean {
  if (stem === '' || HASH.test(stem)) return true;
  const words = stem.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.some((word) => !CAMERA_WORDS.has(word))) return false;
  if (words.length > 0 || DAY.test(stem)) return true;
  // „1001” and „1001_2” are an article's, „3”, „100_0001” and „1712345678901” a camera's.
  return !/^\d{3,8}(?:[\s_.-]*\(?\d{1,3}\)?)?$/u.test(stem);
}
