/** By which codec the picture of a HEIF is coded: the type of its primary item says so, whatever the file's brands promise. */
import { readFile } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import { boxesIn, type IsoBox } from './boxes.ts';
import { itemsIn } from './heif-items.ts';

const HEVC = ['hvc1', 'hev1', 'hvt1', 'lhv1'];
const AV1 = ['av01'];
/** Made of other items, the first of which is asked. */
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
 * Refuses with `photos/format-codec` what neither of our decoders reads, with `photos/format-nested` a picture made of pictures that are
 * made of others: a few kilobytes of those can stand for any number of tiles. `promised` where the file does not say.
 */
export async function formatOfHeif(source: string, promised: 'heic' | 'avif'): Promise<'heic' | 'avif'> {
  const type = typeOfPicture(await readFile(source));
  if (type === null) return promised;
  if (HEVC.includes(type)) return 'heic';
  if (AV1.includes(type)) return 'avif';
  if (DERIVED.includes(type)) throw new AppError('photos/format-nested');
  throw new AppError('photos/format-codec', { codec: NAMES[type] ?? null });
}

function typeOfPicture(bytes: Buffer): string | null {
  // To the last box: the decoders go through all of them too, and much more slowly.
  const meta = [...boxesIn(bytes, 0, bytes.length)].find(({ type }) => type === 'meta');
  if (meta === undefined) return null;
  try {
    const parts = [...boxesIn(bytes, meta.from + 4, meta.to)];
    const [pitm, iinf, iref] = ['pitm', 'iinf', 'iref'].map((type) =>
      parts.find((part) => part.type === type),
    );
    if (pitm === undefined || iinf === undefined) return null;
    const types = new Map(itemsIn(bytes, iinf).map(({ id, type }) => [id, type]));
    const primary = numberAt(bytes, pitm.from + 4, bytes[pitm.from] !== 0);
    const type = types.get(primary) ?? null;
    if (type === null || !DERIVED.includes(type)) return type;
    const first = iref === undefined ? null : firstPartOf(bytes, iref, primary);
    return first === null ? null : (types.get(first) ?? null);
  } catch (error) {
    // The decoder decides whether the file can be read.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function firstPartOf(bytes: Buffer, iref: IsoBox, item: number): number | null {
  const wide = bytes[iref.from] !== 0;
  const size = wide ? 4 : 2;
  for (const { type, from } of boxesIn(bytes, iref.from + 4, iref.to)) {
    if (type === 'dimg' && numberAt(bytes, from, wide) === item)
      return numberAt(bytes, from + size + 2, wide);
  }
  return null;
}

const numberAt = (bytes: Buffer, at: number, wide: boolean) =>
  wide ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at);
