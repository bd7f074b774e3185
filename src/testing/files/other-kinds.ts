/** Kinds of pictures beside those that photos are in. */
import { crc32 } from 'node:zlib';

const toLatin1 = (text: string) => Buffer.from(text, 'latin1');

/** Whole files of their kind, which is not ours to read; of those made of a JPEG only what tells them apart is changed. */
export function otherKinds(jpg: Buffer) {
  const frame = jpg.indexOf(Buffer.from([0xff, 0xc0]));
  const jpegOf = (at: number, byte: number) => {
    const bytes = Buffer.from(jpg);
    bytes[frame + at] = byte;
    return bytes;
  };
  const hierarchy = Buffer.concat([
    jpg.subarray(0, 2),
    toLatin1('\xff\xde\0\x08\x08\0\x10\0\x10\0'),
    jpg.subarray(2),
  ]);
  const isoBox = (brand: string) => `\0\0\0\x0c${brand}\r\n\x87\n`;
  const kinds = [
    ['lossless.jpg', jpegOf(1, 0xc3)],
    ['differential.jpg', jpegOf(1, 0xc5)],
    ['lossless-arithmetic.jpg', jpegOf(1, 0xcb)],
    ['ls.jpg', jpegOf(1, 0xf7)],
    ['twelve-bits.jpg', jpegOf(4, 12)],
    ['hierarchy.jpg', hierarchy],
    ['picture.jxl', toLatin1(`${isoBox('JXL ')}\0\0\0\x14ftypjxl \0\0\0\0jxl `)],
    ['stream.jxl', toLatin1('\xff\x0a\x7f\x30')],
    ['picture.jp2', toLatin1(`${isoBox('jP  ')}\0\0\0\x14ftypjp2 \0\0\0\0jp2 `)],
    ['stream.j2c', toLatin1('\xff\x4f\xff\x51\0\x2f')],
    ['picture.jxr', toLatin1('II\xbc\x01\x20\0\0\0')],
  ] as const;
  const tracks = toLatin1('\0\0\0\x18ftypavis\0\0\0\0avismsf1\0\0\0\x08moov');
  return [
    ...kinds.map(([name, bytes]) => ({ name, bytes, answer: 'photos/format-codec' as const })),
    { name: 'tracks.avif', bytes: tracks, answer: 'photos/format-video' as const },
  ];
}

/** Two frames, both the picture itself: its pixels once more in chunks that only readers of animations know. */
export function animatedPng(png: Buffer): Buffer {
  const chunk = (name: string, ...numbers: number[]) => {
    const content = Buffer.concat([
      toLatin1(name),
      ...numbers.map((n) => toLatin1(String.fromCharCode(0, 0, 0, n))),
    ]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length - 4);
    check.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, check]);
  };
  const frame = (sequence: number) => chunk('fcTL', sequence, 160, 120, 0, 0, 1, 0);
  const end = png.lastIndexOf('IEND') - 4;
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('acTL', 2, 0),
    frame(0),
    png.subarray(33, end),
    frame(1),
    chunk('fdAT', 2, 1, 2, 3),
    png.subarray(end),
  ]);
}
