import { equal } from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { runTool } from './api-client.ts';

/** Files that people pick: the project's own pictures, and files that are no photos. */
const ROOT = join(import.meta.dirname, '..', '..');

export const SAMPLES = globSync('src/web/assets/samples/*.jpg', { cwd: ROOT })
  .sort()
  .map((path) => join(ROOT, path));
export const HEIC = join(ROOT, 'src/imaging/fixtures/scene.heic');

export const TEXT_AS_JPG = {
  name: 'anunț.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('Vând Dacia Logan, an 2012.'),
};
export const EMPTY_JPG = { name: 'gol.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) };

export const getFileName = (file: string | { readonly name: string }): string =>
  typeof file === 'string' ? basename(file) : file.name;

export interface Scenes {
  /** In the order in which they were taken. */
  readonly paths: string[];
  remove(): Promise<void>;
}

/** Fresh photographs as a phone gives them, each different from the others; of one kind of thing when it is named. */
export async function renderScenes(count: number, megapixels: number, kind?: string): Promise<Scenes> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-scenes-'));
  const args = ['--out', folder, '--count', String(count), '--megapixels', String(megapixels)];
  if (kind !== undefined) args.push('--kind', kind);
  const { code, output } = await runTool('lab/scenes/render.ts', args, { dataDir: folder });
  if (code !== 0) throw new Error(output);
  return {
    paths: globSync('*.jpg', { cwd: folder })
      .sort()
      .map((name) => join(folder, name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Drawn photos: a car with a plate, another one, and one without. */
export const PLATE_FILES = ['plate-1.jpg', 'plate-2.jpg', 'plate-3.jpg'];

export async function renderPlates(folder: string): Promise<void> {
  const { code, output } = await runTool('lab/scenes/render-plates.ts', ['--out', folder], {
    dataDir: folder,
  });
  equal(code, 0, output);
}

/** The first of them with the time when it was taken, in a folder of its own. */
export async function renderPlate(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-plate-'));
  await renderPlates(folder);
  const path = join(folder, 'plate.jpg');
  await sharp(join(folder, PLATE_FILES[0] as string))
    .withExif({ IFD2: { DateTimeOriginal: '2026:11:18 15:30:00' } })
    .jpeg({ quality: 95 })
    .toFile(path);
  return {
    path,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns by how many levels the middle half of a plate differs at most from one grey: a plain cover, as bright as the plate was. */
export async function farthestFromCover(
  file: Buffer,
  quad: readonly { x: number; y: number }[],
): Promise<number> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (of: (point: { x: number; y: number }) => number) =>
    quad.reduce((sum, point) => sum + of(point), 0) / 4;
  const values: number[] = [];
  for (let n = 0; n < 100; n++) {
    const [u, v] = [((n % 10) - 4.5) / 18, (Math.floor(n / 10) - 4.5) / 18];
    const [a, b, , d] = quad as readonly [
      { x: number; y: number },
      { x: number; y: number },
      unknown,
      { x: number; y: number },
    ];
    const x = middle((point) => point.x) + u * (b.x - a.x) + v * (d.x - a.x);
    const y = middle((point) => point.y) + u * (b.y - a.y) + v * (d.y - a.y);
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    values.push(...data.subarray(at, at + 3));
  }
  values.sort((one, other) => one - other);
  const grey = values[values.length / 2] as number;
  return Math.max(grey - (values[0] as number), (values.at(-1) as number) - grey);
}
