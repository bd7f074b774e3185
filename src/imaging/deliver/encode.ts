/** Finished pixels into a file's bytes: measured settings, the sRGB profile, with a new background the source type, nothing else. */

import { crc32, deflateSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import type { OutputFormat } from '#domain/recipes/outputs.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { type SourceType, sourceTypePacket } from '#imaging/read/source-type.ts';

const ICC_FLAG = 0x20;
const ALPHA_FLAG = 0x10;

export type Encoder = OutputFormat | 'mozjpeg';

export async function encodeImage(
  raw: Raw,
  encoder: Encoder,
  { quality, sourceType = null }: { quality: number; sourceType?: SourceType | null },
): Promise<Buffer> {
  const format = encoder === 'mozjpeg' ? 'jpeg' : encoder;
  const image = sourceType === null ? toSharp(raw) : toSharp(raw).withXmp(sourceTypePacket(sourceType));
  return attachProfile(await applyEncoder(image, encoder, quality).toBuffer(), format, await srgbProfile());
}

/** Puts an ICC profile into an encoded file without touching its pixels. An AVIF without a colour box is sRGB already. */
function attachProfile(file: Buffer, format: OutputFormat, icc: Buffer): Buffer {
  if (icc.length === 0) return file;
  if (format === 'jpeg') return intoJpeg(file, icc);
  if (format === 'webp') return intoWebp(file, icc);
  return format === 'png' ? intoPng(file, icc) : file;
}

/** APP2 after the JFIF header (ICC.1 annex B.4); the profile is far below one segment's 64 kB. */
function intoJpeg(file: Buffer, icc: Buffer): Buffer {
  const at = file.readUInt16BE(2) === 0xffe0 ? 4 + file.readUInt16BE(4) : 2;
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const start = Buffer.from([0xff, 0xe2, 0, 0]);
  start.writeUInt16BE(2 + name.length + icc.length, 2);
  return Buffer.concat([file.subarray(0, at), start, name, icc, file.subarray(at)]);
}

/** iCCP before the first IDAT, right after IHDR (33 bytes). */
export function intoPng(file: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPsRGB\0\0', 'latin1'), deflateSync(icc)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)]);
}

/** ICCP needs the extended layout: VP8X first, then ICCP, then what was there. */
function intoWebp(file: Buffer, icc: Buffer): Buffer {
  const extended = file.toString('latin1', 12, 16) === 'VP8X';
  const header = extended ? Buffer.from(file.subarray(12, 30)) : extendedHeader(file);
  header[8] = header[8] | ICC_FLAG;
  const chunk = Buffer.alloc(8 + icc.length + (icc.length % 2));
  chunk.write('ICCP', 'latin1');
  chunk.writeUInt32LE(icc.length, 4);
  icc.copy(chunk, 8);
  const out = Buffer.concat([file.subarray(0, 12), header, chunk, file.subarray(extended ? 30 : 12)]);
  out.writeUInt32LE(out.length - 8, 4);
  return out;
}

function extendedHeader(file: Buffer): Buffer {
  const lossless = file.toString('latin1', 12, 16) === 'VP8L';
  const bits = lossless ? file.readUInt32LE(21) : 0;
  const width = lossless ? (bits & 0x3fff) + 1 : file.readUInt16LE(26) & 0x3fff;
  const height = lossless ? ((bits >> 14) & 0x3fff) + 1 : file.readUInt16LE(28) & 0x3fff;
  const header = Buffer.alloc(18);
  header.write('VP8X', 'latin1');
  header.writeUInt32LE(10, 4);
  header[8] = lossless && (bits & 0x10000000) !== 0 ? ALPHA_FLAG : 0;
  header.writeUIntLE(width - 1, 12, 3);
  header.writeUIntLE(height - 1, 15, 3);
  return header;
}

/** Bytes for the screen: JPEG, whose plain Huffman tables cost 2 % more bytes and half the time; WebP where something shows through. */
export function encodeForScreen(raw: Raw, quality: number): Promise<Buffer> {
  if (raw.channels === 4) return toSharp(raw).webp({ quality, effort: 0 }).toBuffer();
  return toSharp(raw).jpeg({ quality, optimiseCoding: false }).toBuffer();
}

export function encodeProxy(raw: Raw): Promise<Buffer> {
  return toSharp(raw).jpeg({ quality: 85 }).toBuffer();
}

/** Without a profile: what has none is sRGB. */
export function encodeAvatar(raw: Raw): Promise<Buffer> {
  return toSharp(raw).jpeg({ quality: 88 }).toBuffer();
}

export function encodeThumbnail(raw: Raw): Promise<Buffer> {
  return toSharp(raw).webp({ quality: 75, effort: 2 }).toBuffer();
}

function toSharp({ data, width, height, channels }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** WebP above effort 2 and AVIF above effort 0 cost several times more for a few per cent of bytes. */
function applyEncoder(image: Sharp, encoder: Encoder, quality: number): Sharp {
  switch (encoder) {
    case 'jpeg':
      return image.jpeg({ quality, quantisationTable: 3 });
    case 'mozjpeg':
      return image.jpeg({ quality, mozjpeg: true, progressive: false, optimiseScans: false });
    case 'webp':
      return image.webp({ quality, effort: 2 });
    case 'avif':
      return image.avif({ quality, effort: 0, chromaSubsampling: '4:2:0' });
    case 'png':
      return image.png({ compressionLevel: 6 });
  }
}

let profile: Promise<Buffer> | undefined;

/** libvips ships the profile; attaching it through sharp would convert every pixel again, at twice the encoder's cost. */
function srgbProfile(): Promise<Buffer> {
  profile ??= readProfile();
  return profile;
}

async function readProfile(): Promise<Buffer> {
  const pixel = sharp(Buffer.alloc(3), { raw: { width: 1, height: 1, channels: 3 } });
  const { icc } = await sharp(await pixel.withIccProfile('srgb').jpeg().toBuffer()).metadata();
  return icc ?? Buffer.alloc(0);
}
