import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { kindOfName, placeOfEntry } from '#web/features/upload/zip/zip-names.ts';

/** A photo in an archive, not unpacked. */
interface ZipPhoto {
  /** Its place among the archive's entries. */
  readonly at: number;
  readonly name: string;
  readonly folder: string | null;
  readonly bytes: number;
  readonly lastModified: number;
}

export interface ZipListing {
  readonly photos: readonly ZipPhoto[];
  /** Sentence for the person: what was not taken, and why; null for nothing. */
  readonly note: string | null;
}

/** What a directory says of an entry. */
export type ZipEntry = Pick<
  FileEntry,
  | 'filename'
  | 'uncompressedSize'
  | 'compressedSize'
  | 'compressionMethod'
  | 'encrypted'
  | 'symlink'
  | 'lastModDate'
  | 'signature'
> & { readonly directory: boolean };

export const MOST_ENTRIES = 20_000;
const MOST_PHOTOS = 1000;
const MOST_BYTES = 10_000_000_000;
/** Photos are compressed already: what grows more is made to fill memory. */
const MOST_GROWTH = 200;
const SMALL = 1_000_000;
/** Stored and deflated: what browsers unpack. */
const METHODS = new Set([0, 8]);

const UNREADABLE = 'Arhiva nu poate fi citită: este stricată sau nu este un ZIP.';
export const TOO_MANY_ENTRIES = `Arhiva are peste ${formatNumber(MOST_ENTRIES)} de fișiere. Împarte-o în mai multe arhive.`;

type Kind = ReturnType<typeof kindOfName> | 'folder' | 'link' | 'locked' | 'foreign' | 'bomb';

/** Lists the photos of an archive. One that is not what it seems gives none. */
export function listPhotos(
  entries: readonly ZipEntry[],
  { name, bytes, isMended }: { name: string; bytes: number; isMended: boolean },
): ZipListing {
  const kinds = entries.map(kindOfEntry);
  const count = (kind: Kind) => kinds.filter((other) => other === kind).length;
  const chosen = entries.filter((_, at) => kinds[at] === 'photo');
  const refusal = refusePhotos(chosen, bytes);
  if (refusal !== null) return { photos: [], note: refusal };
  const nameApart = createNamer();
  const photos = entries.flatMap((entry, at) =>
    kinds[at] === 'photo' ? [{ at, ...nameApart(toPhoto(entry, name), entry.signature ?? 0) }] : [],
  );
  const notes = listLeftOut(count, photos.length);
  if (isMended && photos.length > 0) notes.unshift(mendedNote(photos.length));
  if (photos.length === 0 && notes.length === 0) notes.push(isMended ? UNREADABLE : 'Arhiva este goală.');
  return { photos, note: notes.join(' ') || null };
}

function kindOfEntry(entry: ZipEntry): Kind {
  if (entry.directory || /[/\\]$/.test(entry.filename)) return 'folder';
  const kind = kindOfName(entry.filename);
  if (kind === 'litter') return kind;
  if (entry.symlink) return 'link';
  if (kind !== 'photo') return kind;
  if (entry.encrypted) return 'locked';
  if (!METHODS.has(entry.compressionMethod)) return 'foreign';
  return entry.uncompressedSize > Math.max(SMALL, MOST_GROWTH * entry.compressedSize) ? 'bomb' : 'photo';
}

/** Returns why none of the photos is taken; null where they are. */
function refusePhotos(photos: readonly ZipEntry[], bytes: number): string | null {
  const sum = (of: 'compressedSize' | 'uncompressedSize') =>
    photos.reduce((total, entry) => total + entry[of], 0);
  if (photos.length > MOST_PHOTOS)
    return `Arhiva are ${formatCount(photos.length, NOUNS.photo)}, iar deodată încap ${formatNumber(MOST_PHOTOS)}. Împarte-o în mai multe arhive.`;
  if (sum('compressedSize') > bytes)
    return 'Arhiva nu este una obișnuită: aceleași date apar în ea de mai multe ori.';
  if (sum('uncompressedSize') > MOST_BYTES)
    return `Fotografiile din arhivă depășesc ${formatBytes(MOST_BYTES)}. Împarte-o în mai multe arhive.`;
  return null;
}

function toPhoto(entry: ZipEntry, zipName: string): Omit<ZipPhoto, 'at'> {
  return {
    ...placeOfEntry(entry.filename, zipName),
    bytes: entry.uncompressedSize,
    lastModified: entry.lastModDate?.getTime() || 0,
  };
}

/**
 * Returns a function that gives a photo a name of its own where another one has its path, size and time and other bytes, by their CRC-32:
 * such files count as one everywhere else.
 */
function createNamer() {
  const seen = new Map<string, number[]>();
  return (photo: Omit<ZipPhoto, 'at'>, crc: number): Omit<ZipPhoto, 'at'> => {
    const key = JSON.stringify(photo);
    const others = seen.get(key) ?? [];
    seen.set(key, others);
    if (!others.includes(crc)) others.push(crc);
    const place = others.indexOf(crc);
    return place === 0 ? photo : { ...photo, name: photo.name.replace(/(\.\w+)?$/, ` (${place + 1})$1`) };
  };
}

function mendedNote(photos: number): string {
  return `Arhiva este întreruptă sau stricată: din ea am luat ${formatCount(photos, NOUNS.photo)}, celelalte lipsesc.`;
}

function listLeftOut(count: (kind: Kind) => number, photos: number): string[] {
  const [locked, foreign, others, archives, links, bombs] = [
    count('locked'),
    count('foreign'),
    count('other'),
    count('archive'),
    count('link'),
    count('bomb'),
  ];
  const say = (n: number, one: string, more: string) =>
    n === 0 ? [] : [n === 1 ? one : `${formatCount(n, NOUNS.file)} ${more}`];
  return [
    ...(locked > 0 && photos === 0
      ? ['Arhiva are parolă. Dezarhiveaz-o și adaugă dosarul.']
      : say(locked, 'Un fișier din arhivă are parolă.', 'din arhivă au parolă.')),
    ...(foreign > 0 && photos === 0
      ? [
          'Arhiva e împachetată într-un fel pe care nu îl putem citi. Fă-o din nou ca ZIP obișnuit sau adaugă dosarul.',
        ]
      : say(
          foreign,
          'Un fișier din arhivă e împachetat într-un fel pe care nu îl putem citi: adaugă-l separat.',
          'din arhivă sunt împachetate într-un fel pe care nu îl putem citi: adaugă-le separat.',
        )),
    ...say(others, 'Un fișier din arhivă nu este fotografie.', 'din arhivă nu sunt fotografii.'),
    ...say(
      archives,
      'O arhivă din arhivă nu se deschide: adaug-o separat.',
      'din arhivă sunt și ele arhive: adaugă-le separat.',
    ),
    ...say(
      links,
      'Un fișier din arhivă este doar o legătură spre altul.',
      'din arhivă sunt doar legături spre altele.',
    ),
    ...say(
      bombs,
      'Un fișier din arhivă se umflă neobișnuit de mult: nu l-am deschis.',
      'din arhivă se umflă neobișnuit de mult: nu le-am deschis.',
    ),
  ];
}
