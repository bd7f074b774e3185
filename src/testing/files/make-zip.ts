import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP that a test builds byte by byte, so that it may say what no honest program writes. */
export interface MadeEntry {
  readonly name: string | Uint8Array;
  readonly bytes?: Uint8Array;
  readonly deflated?: boolean;
  /** Number of the method that is told, whatever is true: 12 is bzip2, 14 LZMA. */
  readonly toldMethod?: number;
  /** Bit 0: encrypted; 3: sizes follow the data; 11: the name is UTF-8. */
  readonly flags?: number;
  /** Unix mode of the entry. */
  readonly mode?: number;
  /** Size that is told, whatever is true. */
  readonly toldBytes?: number;
}

const DESCRIBED = 8;

/** Returns a ZIP; with `hasDirectory: false` it ends after its last entry, as a download does that broke off. */
export function makeZip(entries: readonly MadeEntry[], { hasDirectory = true } = {}): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    bytes = new Uint8Array(),
    deflated = false,
    toldMethod,
    flags = 0,
    mode = 0,
    toldBytes,
  } of entries) {
    const data = deflated ? deflateRawSync(bytes) : Buffer.from(bytes);
    const raw = Buffer.from(typeof name === 'string' ? Buffer.from(name, 'utf8') : name);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(bytes), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(toldBytes ?? bytes.length, 8);
    const follow = (flags & DESCRIBED) !== 0;
    const facts = Buffer.alloc(10);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(toldMethod ?? (deflated ? 8 : 0), 4);
    facts.writeUInt16LE(0x5d7c, 8);
    const [nameLength, rest, place] = [Buffer.alloc(2), Buffer.alloc(8), Buffer.alloc(8)];
    nameLength.writeUInt16LE(raw.length);
    place.writeUInt32LE((mode << 16) >>> 0, 0);
    place.writeUInt32LE(at, 4);
    const local = [
      Buffer.from('PK\x03\x04'),
      facts,
      follow ? Buffer.alloc(12) : sizes,
      nameLength,
      Buffer.alloc(2),
      raw,
      data,
      ...(follow ? [Buffer.from('PK\x07\x08'), sizes] : []),
    ];
    records.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x03', 'latin1'),
        facts,
        sizes,
        nameLength,
        rest,
        place,
        raw,
      ]),
    );
    parts.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  if (!hasDirectory) return Buffer.concat(parts);
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}
