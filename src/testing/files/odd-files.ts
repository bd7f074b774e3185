/**
 * Files that are not what a photo should be, for tests and by hand: `node src/testing/files/odd-files.ts <folder>` writes them all.
 * `answer` is what the product says: 'photo', a refusal's code, or 'either' where both are right.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ErrorCode } from '#domain/errors.ts';
import { drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { countDraws } from '#testing/draws.ts';
import { animatedPng, otherKinds } from '#testing/files/other-kinds.ts';
import { tiledHeic } from '#testing/files/tiled-heic.ts';

export interface OddFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly answer: 'photo' | 'either' | ErrorCode;
}

const toLatin1 = (text: string) => Buffer.from(text, 'latin1');
const drawTestPicture = (width: number, height: number) => {
  const { data } = drawScene(width, height);
  return sharp(data, { raw: { width, height, channels: 3 } });
};

export async function oddFiles(): Promise<OddFile[]> {
  const photos = await buildOrdinaryPhotos();
  return [
    ...(await buildRefusedFiles()),
    ...buildLyingFiles(photos),
    ...cutShort(photos),
    ...damagedTiles(photos.heic),
    ...otherCodecs(photos),
    ...otherKinds(photos.jpg),
    ...(await buildUnusualPhotos()),
    ...buildMutants(photos),
  ];
}

/** One small photo per accepted format, by file ending. */
async function buildOrdinaryPhotos(): Promise<Record<'jpg' | 'png' | 'webp' | 'avif' | 'heic', Buffer>> {
  return {
    jpg: await drawTestPicture(320, 240).jpeg().toBuffer(),
    png: await drawTestPicture(160, 120).png().toBuffer(),
    webp: await drawTestPicture(320, 240).webp().toBuffer(),
    avif: await drawTestPicture(160, 120).avif({ effort: 0 }).toBuffer(),
    heic: await readFile(new URL(import.meta.resolve('#imaging/fixtures/scene.heic'))),
  };
}

async function buildRefusedFiles(): Promise<OddFile[]> {
  const file = (name: string, bytes: Buffer | string, answer: ErrorCode) => ({
    name,
    bytes: typeof bytes === 'string' ? toLatin1(bytes) : bytes,
    answer,
  });
  const box = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mif1`;
  return [
    file('empty.jpg', '', 'photos/empty'),
    file('words.jpg', 'Vând Dacia Logan, an 2012.', 'photos/not-a-photo'),
    file('picture.gif', await drawTestPicture(40, 30).gif().toBuffer(), 'photos/format-gif'),
    file('picture.tif', await drawTestPicture(40, 30).tiff().toBuffer(), 'photos/format-tiff'),
    file(
      'drawing.svg',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'photos/format-svg',
    ),
    file('paper.pdf', '%PDF-1.7\n%âãÏÓ\n', 'photos/format-pdf'),
    file('film.mp4', box('isom'), 'photos/format-video'),
    file('film.mov', box('qt  '), 'photos/format-video'),
    file('film.mkv', '\x1aE\xdf\xa3\x93B\x82\x88matroska', 'photos/format-video'),
    file('camera.cr3', box('crx '), 'photos/format-raw'),
    file('camera.cr2', tiffWith([0x010f], 'CR'), 'photos/format-raw'),
    file('camera.nef', tiffWith([0x010f, 0x014a]), 'photos/format-raw'),
    file('camera.dng', tiffWith([0xc612]), 'photos/format-raw'),
    file('camera.orf', 'IIRO\x08\0\0\0', 'photos/format-raw'),
    file('camera.raf', 'FUJIFILMCCD-RAW 0201', 'photos/format-raw'),
  ];
}

/** A little-endian TIFF whose first directory has these tags, each a SHORT 1. */
function tiffWith(tags: number[], mark = '\0\0'): Buffer {
  const bytes = Buffer.alloc(16 + 2 + tags.length * 12 + 4);
  bytes.write('II*\0\x10\0\0\0', 'latin1');
  bytes.write(mark, 8, 'latin1');
  bytes.writeUInt16LE(tags.length, 16);
  for (const [i, tag] of tags.entries()) {
    bytes.writeUInt16LE(tag, 18 + i * 12);
    bytes.writeUInt16LE(3, 20 + i * 12);
    bytes.writeUInt32LE(1, 22 + i * 12);
  }
  return bytes;
}

/** Headers that promise more than the file holds. */
function buildLyingFiles({ jpg, png }: { jpg: Buffer; png: Buffer }): OddFile[] {
  const pngOf = (width: number, height: number) => {
    const bytes = Buffer.from(png);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  };
  const jpgOf = (width: number, height: number) => {
    const bytes = Buffer.from(jpg);
    const header = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, header + 5);
    bytes.writeUInt16BE(width, header + 7);
    return bytes;
  };
  return [
    { name: 'lying-long.png', bytes: pngOf(60_000, 4000), answer: 'photos/too-long-side' },
    { name: 'lying-huge.png', bytes: pngOf(16_000, 16_000), answer: 'photos/too-many-pixels' },
    { name: 'lying-large.png', bytes: pngOf(4000, 3000), answer: 'photos/corrupt' },
    { name: 'lying-long.jpg', bytes: jpgOf(65_000, 65_000), answer: 'photos/too-long-side' },
    { name: 'lying-huge.jpg', bytes: jpgOf(16_000, 10_000), answer: 'photos/too-many-pixels' },
    { name: 'lying-large.jpg', bytes: jpgOf(4000, 3000), answer: 'photos/corrupt' },
  ];
}

function cutShort(photos: Record<string, Buffer> & { heic: Buffer }): OddFile[] {
  const ended = Buffer.concat([
    photos.heic,
    toLatin1('\0\x01\0\0mdatthe tiles that came before the network went'),
  ]);
  const tiles: OddFile = { name: 'cut-tiles.heic', bytes: ended, answer: 'photos/corrupt' };
  const others = Object.entries(photos).flatMap(([ending, bytes]) =>
    [0.02, 0.6].map((part) => ({
      name: `cut-${part}.${ending}`,
      bytes: bytes.subarray(0, Math.ceil(bytes.length * part)),
      answer: 'photos/corrupt' as const,
    })),
  );
  return [tiles, ...others];
}

/** Pictures in tiles of which one cannot be read, or is empty from some place on. */
function damagedTiles(heic: Buffer): OddFile[] {
  const { bytes, secondTile } = tiledHeic(heic);
  const changed = (from: number, length: number, value: number) => {
    const at = secondTile.at + from;
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, value), bytes.subarray(at + length)]);
  };
  return [
    { name: 'tiles.heic', bytes, answer: 'photo' },
    { name: 'foreign-tile.heic', bytes: changed(0, 600, 0x5a), answer: 'photos/corrupt' },
    { name: 'hole.heic', bytes: changed(6000, 4096, 0), answer: 'photos/corrupt' },
  ];
}

/** HEIF is a box for any codec; brands promise one, items have it. */
function otherCodecs({ heic, avif }: { heic: Buffer; avif: Buffer }): OddFile[] {
  const renamed = (file: Buffer, from: string, to: string) =>
    toLatin1(file.toString('latin1').replaceAll(from, to));
  const foreign = [
    ['vvic', 'vvc1'],
    ['jpeg', 'jpeg'],
    ['j2ki', 'j2k1'],
    ['avci', 'avc1'],
    ['evbi', 'evc1'],
    ['mif2', 'unci'],
    ['mif1', 'xyz1'],
    ['heic', 'vvc1'],
  ] as const;
  return [
    ...foreign.flatMap(([brand, type]) => [
      {
        name: `tiles-${brand}-${type}.heic`,
        bytes: tiledHeic(heic, { brand, type }).bytes,
        answer: 'photos/format-codec' as const,
      },
      {
        name: `${brand}-${type}.heic`,
        bytes: renamed(renamed(heic, 'hvc1', type), 'heic', brand),
        answer: 'photos/format-codec' as const,
      },
    ]),
    {
      name: 'tiles-of-tiles.heic',
      bytes: tiledHeic(heic, { type: 'grid' }).bytes,
      answer: 'photos/format-nested',
    },
    // More than any photo has, of which a decoder would read every one.
    {
      name: 'boxes.heic',
      bytes: Buffer.concat([heic, toLatin1('\0\0\0\x08free'.repeat(10_001))]),
      answer: 'photos/corrupt',
    },
    { name: 'av1-in.heic', bytes: renamed(avif, 'avif', 'heic'), answer: 'photo' },
    { name: 'av1-in-mif1.heic', bytes: renamed(avif, 'avif', 'mif1'), answer: 'photo' },
    { name: 'hevc-in.avif', bytes: renamed(heic, 'heic', 'avif'), answer: 'photo' },
  ];
}

/** Valid, but rarely met. */
async function buildUnusualPhotos(): Promise<OddFile[]> {
  const photo = (name: string, bytes: Buffer) => ({ name, bytes, answer: 'photo' as const });
  const deep = await drawTestPicture(160, 120).toColourspace('rgb16').png().toBuffer();
  const grey = drawTestPicture(160, 120).greyscale().toColourspace('b-w');
  const pages = { raw: { width: 64, height: 96, channels: 3, pageHeight: 48 } } as const;
  const clear = {
    create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  } as const;
  return [
    photo('one-pixel.png', await drawTestPicture(1, 1).png().toBuffer()),
    photo('one-pixel.jpg', await drawTestPicture(1, 1).jpeg().toBuffer()),
    photo('ribbon.png', await drawTestPicture(16_384, 1).png().toBuffer()),
    photo('pole.jpg', await drawTestPicture(1, 16_384).jpeg().toBuffer()),
    photo('cmyk.jpg', await drawTestPicture(160, 120).toColourspace('cmyk').jpeg().toBuffer()),
    photo('deep.png', deep),
    photo('grey.png', await grey.clone().png().toBuffer()),
    photo('grey.jpg', await grey.clone().jpeg().toBuffer()),
    photo('grey-alpha.png', await grey.clone().ensureAlpha(0.5).png().toBuffer()),
    photo('interlaced.png', await drawTestPicture(160, 120).png({ progressive: true }).toBuffer()),
    photo('progressive.jpg', await drawTestPicture(160, 120).jpeg({ progressive: true }).toBuffer()),
    photo('nothing-to-see.png', await sharp(clear).png().toBuffer()),
    photo('animated.webp', await sharp(drawScene(64, 96).data, pages).webp({ loop: 0 }).toBuffer()),
    photo('animated.png', animatedPng(await drawTestPicture(160, 120).png().toBuffer())),
    photo('ten-bits.avif', await drawTestPicture(160, 120).avif({ effort: 0, bitdepth: 10 }).toBuffer()),
    photo(
      'bomb.png',
      await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#777' } })
        .png()
        .toBuffer(),
    ),
  ];
}

const MUTANTS = countDraws({ local: 4, ci: 12 });

/** Every format with a few bytes changed, the same on every run. */
function buildMutants(photos: Record<string, Buffer>): OddFile[] {
  const noise = noiseFrom(2026);
  return Object.entries(photos).flatMap(([ending, bytes]) =>
    Array.from({ length: MUTANTS }, (_, i) => {
      const mutant = Buffer.from(bytes);
      // The first half hurts the structure at the front, the second anything.
      const reach = i < MUTANTS / 2 ? Math.min(1000, mutant.length) : mutant.length;
      for (let n = 0; n < 1 + i; n++)
        mutant[12 + Math.floor(noise() * (reach - 12))] = Math.floor(noise() * 256);
      return { name: `mutant-${i}.${ending}`, bytes: mutant, answer: 'either' as const };
    }),
  );
}

const folder = process.argv[2];
if (import.meta.main && folder !== undefined) {
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of await oddFiles()) await writeFile(join(folder, name), bytes);
}
