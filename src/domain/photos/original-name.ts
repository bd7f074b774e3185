import type { PhotoFormat } from '#domain/photos/limits.ts';

/** Endings of each format; the first one is added where none of them stands. */
const ENDINGS: Readonly<Record<PhotoFormat, readonly [string, ...string[]]>> = {
  jpeg: ['.jpg', '.jpeg', '.jpe', '.jfif'],
  png: ['.png'],
  webp: ['.webp'],
  avif: ['.avif'],
  heic: ['.heic', '.heif', '.hif'],
};
const ENDING = /\.[a-z][a-z0-9]{1,4}$/i;

/**
 * Returns the name of a photo's file that is given back, split before its ending. A computer decides by the ending what to do with a file,
 * so one that says something else than the content (`pagina.html`) is replaced.
 */
export function originalName(name: string, format: PhotoFormat): { stem: string; ending: string } {
  const [first, ...others] = ENDINGS[format];
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length) || 'fotografie';
  return { stem, ending: [first, ...others].includes(ending.toLowerCase()) ? ending : first };
}
