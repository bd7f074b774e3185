import { withCommaLetters } from '#domain/language/fold.ts';

/** Names of delivered files: {lot}_{nr:02}.jpg. Letters with ș and ț stay; what a file system refuses goes. */
/** Windows reads a device's name up to the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

export function safeFileName(text: string, fallback: string): string {
  const clean = withCommaLetters(text.normalize('NFC'))
    .replace(/[^\p{L}\p{N}\p{M} ._-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = [...clean].slice(0, 80).join('').trim();
  return short === '' || RESERVED.test(short) ? fallback : short;
}

/** `resultFileName('Dacia Logan', 3, '', 'jpg')` → „Dacia Logan_03.jpg”; a suffix tells renditions of one output apart. */
export function resultFileName(lotName: string, number: number, suffix: string, extension: string): string {
  return `${safeFileName(lotName, 'Lot')}_${String(number).padStart(2, '0')}${suffix}.${extension}`;
}

/** Folder names of a ZIP, one per output, made different where two would be the same. */
export function folderNames(labels: readonly string[]): string[] {
  const used = new Set<string>();
  return labels.map((label) => {
    const base = safeFileName(label, 'Variantă');
    let name = base;
    for (let n = 2; used.has(name.toLowerCase()); n++) name = `${base} ${n}`;
    used.add(name.toLowerCase());
    return name;
  });
}
