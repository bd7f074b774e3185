import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly crc: number;
  /** „03:44”, as its directory says. */
  readonly clock: string;
}

/** Reads a stored (not compressed) ZIP by its central directory; throws where the two descriptions of a file differ. */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of central directory at the end');
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  if (start + zip.readUInt32LE(end + 12) !== end)
    throw new Error('the central directory does not reach the end');
  const entries: ZipEntry[] = [];
  for (let at = start; at < end; ) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no directory entry at ${at}`);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength);
    const size = zip.readUInt32LE(at + 24);
    if (zip.readUInt16LE(at + 10) !== 0 || zip.readUInt32LE(at + 20) !== size)
      throw new Error('not stored as it is');
    if ((zip.readUInt16LE(at + 8) & 0x800) === 0) throw new Error('a name that is not said to be UTF-8');
    entries.push(localEntry(zip, zip.readUInt32LE(at + 42), { name, size, crc: zip.readUInt32LE(at + 16) }));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (entries.length !== count) throw new Error(`${entries.length} entries instead of ${count}`);
  return entries;
}

function localEntry(
  zip: Buffer,
  at: number,
  { name, size, crc }: { name: Buffer; size: number; crc: number },
): ZipEntry {
  if (zip.readUInt32LE(at) !== 0x04034b50) throw new Error(`no file at ${at}`);
  const nameLength = zip.readUInt16LE(at + 26);
  if (!zip.subarray(at + 30, at + 30 + nameLength).equals(name)) throw new Error('two names of one file');
  const from = at + 30 + nameLength + zip.readUInt16LE(at + 28);
  return {
    name: name.toString('utf8'),
    bytes: zip.subarray(from, from + size),
    crc,
    clock: formatDosTime(zip.readUInt16LE(at + 10)),
  };
}

function formatDosTime(time: number): string {
  return [time >> 11, (time >> 5) & 63].map((part) => String(part).padStart(2, '0')).join(':');
}

export const isWhole = ({ bytes, crc }: ZipEntry): boolean => crc32(bytes) === crc;
