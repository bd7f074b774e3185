/** Finished pixels into a file's bytes: measured settings, the sRGB profile, with a new background the source type, nothing else. */
import type { Sharp } from 'sharp';
import type { OutputFormat } from '#domain/recipes/outputs.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { type SourceType, sourceTypePacket } from '#imaging/read/source-type.ts';
import { attachProfile } from './attach-profile.ts';

export type Encoder = OutputFormat | 'mozjpeg';

export async function encode(
  raw: Raw,
  encoder: Encoder,
  quality: number,
  sourceType: SourceType | null = null,
): Promise<Buffer> {
  const format = encoder === 'mozjpeg' ? 'jpeg' : encoder;
  const image = sourceType === null ? imageOf(raw) : imageOf(raw).withXmp(sourceTypePacket(sourceType));
  return attachProfile(await settings(image, encoder, quality).toBuffer(), format, await srgbProfile());
}

/** Bytes for the screen: JPEG, whose plain Huffman tables cost 2 % more bytes and half the time; WebP where something shows through. */
export function encodeForScreen(raw: Raw, quality: number): Promise<Buffer> {
  if (raw.channels === 4) return imageOf(raw).webp({ quality, effort: 0 }).toBuffer();
  return imageOf(raw).jpeg({ quality, optimiseCoding: false }).toBuffer();
}

export function encodeProxy(raw: Raw): Promise<Buffer> {
  return imageOf(raw).jpeg({ quality: 85 }).toBuffer();
}

/** Without a profile: what has none is sRGB. */
export function encodeAvatar(raw: Raw): Promise<Buffer> {
  return imageOf(raw).jpeg({ quality: 88 }).toBuffer();
}

export function encodeThumbnail(raw: Raw): Promise<Buffer> {
  return imageOf(raw).webp({ quality: 75, effort: 2 }).toBuffer();
}

function imageOf({ data, width, height, channels }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** WebP above effort 2 and AVIF above effort 0 cost several times more for a few per cent of bytes. */
function settings(image: Sharp, encoder: Encoder, quality: number): Sharp {
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
