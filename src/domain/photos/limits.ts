/** Formats accepted for upload: JPEG, PNG, WebP, AVIF and HEIC/HEIF (first frame), by content, never by name. */
const PHOTO_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'heic'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** Types that a file picker offers; the server decides by content. */
export const ACCEPTED_FILES =
  'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.jpg,.jpeg,.png,.webp,.avif,.heic,.heif';

export const MAX_PHOTO_BYTES = 40_000_000;
export const MAX_SIDE = 16_384;
export const MAX_PIXELS = 100_000_000;
export const MAX_PIXELS_WHOLE_DECODE = 60_000_000;
export const MAX_PIXELS_AVIF = 40_000_000;
export const TRASH_DAYS = 30;

/** Shares of free disk below which no upload and no run begins. */
export const LEAST_AVAILABLE_FOR_UPLOADS = 0.1;
export const LEAST_AVAILABLE_FOR_STARTS = 0.05;

/** Long sides of the two pictures made once per photo. */
export const THUMBNAIL_SIDE = 400;
export const PROXY_SIDE = 1600;

export const PHOTO_STATES = ['uploading', 'preparing', 'ready', 'refused', 'duplicate'] as const;
export type PhotoState = (typeof PHOTO_STATES)[number];

const LONGEST_NAME = 120;
const ENDING = /\.[a-z0-9]{2,5}$/i;

/** Returns a name as data: no control or direction characters, no path, at most 120 characters. */
export function cleanName(name: string, fallback: string): string {
  return [...stripPathAndControls(name)].slice(0, LONGEST_NAME).join('') || fallback;
}

/** Returns the same for a photo's file; a long name is shortened in front of its ending. */
export function photoName(name: string): string {
  const clean = stripPathAndControls(name);
  const ending = ENDING.exec(clean)?.[0] ?? '';
  return shortenName(clean.slice(0, clean.length - ending.length), ending) || 'fotografie';
}

const LONGEST_FOLDER = 200;

/** Returns the folder that a photo was picked from, its parts parted by „/”, as data; null for none. The innermost parts are kept. */
export function cleanFolder(path: string): string | null {
  const parts = path
    .split(/[/\\]/)
    .map((part) => stripPathAndControls(part))
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const kept: string[] = [];
  for (const part of parts.reverse()) {
    const room = LONGEST_FOLDER - kept.join('/').length - kept.length;
    if (room <= 0) break;
    kept.unshift(part.slice(0, room));
  }
  return kept.join('/') || null;
}

/** Returns what a person calls a lot („Rochie S/M”), as data: no control or direction characters, at most `longest` characters. */
export function cleanTitle(title: string, longest: number): string {
  return [...stripControls(title)].slice(0, longest).join('').trim();
}

function stripPathAndControls(name: string): string {
  return stripControls(name.normalize('NFC').split(/[/\\]/).at(-1) ?? '');
}

function stripControls(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim();
}

function shortenName(base: string, ending: string): string {
  return [...base].slice(0, LONGEST_NAME - ending.length).join('') + ending;
}

/** Returns a photo's new name: the typed text with the ending that the file came with. Nothing typed changes nothing. */
export function buildNewName(name: string, wanted: string): string {
  const ending = ENDING.exec(name)?.[0] ?? '';
  const typed = cleanName(wanted, '');
  const base = typed.toLowerCase().endsWith(ending.toLowerCase())
    ? typed.slice(0, typed.length - ending.length)
    : typed;
  return base.trim() === '' ? name : shortenName(base.trim(), ending);
}

/** Most uploads of a person that have begun and are neither whole nor given up: twice the largest batch. */
export const MOST_UNFINISHED = 600;
/** Its page sends two at a time; each announcement holds storage of the link's owner, who may not know the phone. */
export const MOST_UNFINISHED_BY_PHONE = 12;
