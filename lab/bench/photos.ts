import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { renderScene, SCENE_KINDS } from '../scenes/render-scene.ts';
import { SIZE } from './size.ts';

/**
 * Rendered photos of 12 MP as phones write them: as many bytes per pixel, a quarter in Display P3, a quarter with an sRGB profile, a
 * third stored on their side, one in ten progressive. Kept between runs, made different by a comment in the file.
 */
const WIDTH = SIZE.side;
const HEIGHT = (3 * WIDTH) / 4;
const SCENES = 20;
const MEGABYTES_PER_MEGAPIXEL = [0.18, 0.23] as const;
const QUALITIES = [90, 88, 92, 86, 94, 84];

export async function photos(count: number): Promise<string[]> {
  const folder = join(tmpdir(), `fotolot-bench-photos-${WIDTH}`);
  await mkdir(folder, { recursive: true });
  // The drawn scenes are SVG, which parts of the engine that the bench has loaded forbid to this process.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const paths: string[] = [];
  for (let n = 0; n < count; n++) {
    const path = join(folder, `${String(n).padStart(3, '0')}.jpg`);
    paths.push(path);
    if (await readFile(path).catch(() => null)) continue;
    await keep(path, withSegment(await scene(folder, n % SCENES), 0xfe, Buffer.from(`photo ${n}`, 'latin1')));
  }
  return paths;
}

async function scene(folder: string, seed: number): Promise<Buffer> {
  const path = join(folder, `scene-${seed}.jpg`);
  const kept = await readFile(path).catch(() => null);
  if (kept) return kept;
  const kind = SCENE_KINDS[seed % SCENE_KINDS.length] ?? 'car';
  const shot = { kind, seed, width: WIDTH, height: HEIGHT, dull: true, format: 'png' } as const;
  const isOnItsSide = seed % 3 === 2;
  const pixels = sharp(await renderScene(shot)).rotate(isOnItsSide ? 270 : 0);
  const bytes = await asPhonesWrite(seed % 4 < 2 ? pixels.withIccProfile(seed % 4 ? 'srgb' : 'p3') : pixels, {
    progressive: seed % 10 === 9,
  });
  await keep(path, isOnItsSide ? withSegment(bytes, 0xe1, TURNED) : bytes);
  return readFile(path);
}

async function asPhonesWrite(picture: Sharp, options: { progressive: boolean }): Promise<Buffer> {
  const [least, most] = MEGABYTES_PER_MEGAPIXEL;
  for (const quality of QUALITIES) {
    const bytes = await picture
      .clone()
      .jpeg({ ...options, quality })
      .toBuffer();
    const density = bytes.length / (WIDTH * HEIGHT);
    // Small ones are for tests, where no figure counts.
    if ((density >= least && density <= most) || WIDTH < 4032) return bytes;
  }
  throw new Error('no quality makes this scene as dense as a photo');
}

/** EXIF with nothing but orientation 6. */
const TURNED = Buffer.from(
  'Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0',
  'latin1',
);

/** A segment behind the first marker: other bytes, the same pixels. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** Whole or not at all: a run that was stopped leaves no half of a photo to the next. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, path);
}
