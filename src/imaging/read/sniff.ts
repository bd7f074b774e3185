/** Tells a file's format by its first bytes; its name and the type the browser claims are worth nothing. */
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import { firstDirectory, openTiff } from '#domain/photos/tiff-fields.ts';

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
/** Brands of HEIF coded otherwise than HEVC and AV1; „mif1” and its like leave the codec open. */
const OTHER_HEIF_BRANDS = new Set('avci avcs evbi evbs evmi evms j2ki j2is jpeg jpgs vvic vvis'.split(' '));
const MOVIE_ATOMS = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const OTHER_RAW = ['IIRO', 'IIRS', 'MMOR', 'IIU\0', 'FUJIFILMCCD-RAW', 'FOVb', '\0MRM'];

/** By name: phones and scanners make them for photos, and nothing here reads them. */
const UNREAD_KINDS = [
  ['\xff\x0a', 'JPEG XL'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'JPEG XL'],
  ['\xff\x4f\xff\x51', 'JPEG 2000'],
  ['\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000'],
  ['II\xbc', 'JPEG XR'],
] as const;

const SUB_DIRECTORIES = 0x014a;
const MAKE = 0x010f;
const DNG_VERSION = 0xc612;

/** The format of an accepted photo; refuses everything else by name with a `photos/…` code. Of a HEIF its items have the last word. */
export function sniffFormat(head: Uint8Array): PhotoFormat {
  if (head.length === 0) throw new AppError('photos/empty');
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 4096)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('ftyp', 4)) return fromBrands(text);
  const kind = UNREAD_KINDS.find(([magic]) => text.startsWith(magic))?.[1];
  if (kind !== undefined) throw new AppError('photos/format-codec', { kind });
  throw new AppError(getRefusalCode(head, text));
}

function fromBrands(text: string): PhotoFormat {
  const end = Math.min(text.length, Math.max(16, Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(0)));
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text.slice(at, at + 4));
  if (brands[0] === 'crx ') throw new AppError('photos/format-raw');
  if (brands[0]?.startsWith('avi') || brands.includes('avif')) return 'avif';
  if (HEIC_BRANDS.has(brands[0] ?? '') || brands.some((brand) => HEIC_BRANDS.has(brand))) return 'heic';
  if (/^m[is]f\d$/.test(brands[0] ?? '') || OTHER_HEIF_BRANDS.has(brands[0] ?? '')) return 'heic';
  throw new AppError('photos/format-video');
}

function getRefusalCode(head: Uint8Array, text: string): ErrorCode {
  if (text.startsWith('GIF8')) return 'photos/format-gif';
  if (OTHER_RAW.some((magic) => text.startsWith(magic))) return 'photos/format-raw';
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return isRawTiff(head) ? 'photos/format-raw' : 'photos/format-tiff';
  if (text.slice(0, 1024).includes('%PDF-')) return 'photos/format-pdf';
  if (MOVIE_ATOMS.has(text.slice(4, 8)) || text.startsWith('\x1aE\xdf\xa3')) return 'photos/format-video';
  if (text.startsWith('RIFF') && text.startsWith('AVI ', 8)) return 'photos/format-video';
  if (/^(\xef\xbb\xbf)?\s*</.test(text) && /<svg[\s>]/i.test(text)) return 'photos/format-svg';
  return 'photos/not-a-photo';
}

/** CR2, DNG, NEF and ARW are TIFF inside: a camera that wrote its name and keeps the picture in sub-directories wrote a raw file. */
function isRawTiff(head: Uint8Array): boolean {
  if (head[8] === 0x43 && head[9] === 0x52) return true;
  const tiff = openTiff(head);
  if (tiff === null) return false;
  const tags = new Set(firstDirectory(tiff).map((field) => field.tag));
  return tags.has(DNG_VERSION) || (tags.has(MAKE) && tags.has(SUB_DIRECTORIES));
}
