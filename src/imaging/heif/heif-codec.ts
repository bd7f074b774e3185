/** Tells by which codec the picture of a HEIF is coded: the type of its primary item says so, whatever the file's brands promise. */
import { AppError } from '#domain/errors.ts';
import { boxesIn } from './boxes.ts';
import type { HeifPicture } from './heif-picture.ts';

const HEVC = ['hvc1', 'hev1', 'hvt1', 'lhv1'];
const AV1 = ['av01'];
const DERIVED = ['grid', 'iovl', 'iden'];
const NAMES: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  evc1: 'EVC',
  j2k1: 'JPEG 2000',
  jpeg: 'JPEG',
  unci: 'unci',
  vvc1: 'VVC',
};

/**
 * Returns the format; `promised` where the file does not say. Throws `photos/format-codec` for a codec that neither of our decoders reads,
 * `photos/format-nested` for a picture made of pictures that are made of others (a few kilobytes of those can stand for any number of
 * tiles), and `photos/format-video` for an animation without a picture of its own.
 */
export function formatOfHeif(
  bytes: Buffer,
  { codec }: HeifPicture,
  promised: 'heic' | 'avif',
): 'heic' | 'avif' {
  if (codec === null && isAnimation(bytes)) throw new AppError('photos/format-video', { animation: true });
  if (codec === null) return promised;
  if (HEVC.includes(codec)) return 'heic';
  if (AV1.includes(codec)) return 'avif';
  if (DERIVED.includes(codec)) throw new AppError('photos/format-nested');
  throw new AppError('photos/format-codec', { codec: NAMES[codec] ?? null });
}

const isAnimation = (bytes: Buffer) =>
  [...boxesIn(bytes, 0, bytes.length)].some(({ type }) => type === 'moov');
