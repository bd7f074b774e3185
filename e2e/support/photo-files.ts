import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

export const nameOf = (file: string | { readonly name: string }): string =>
  typeof file === 'string' ? basename(file) : file.name;

export interface Scenes {
  /** In the order in which they were taken. */
  readonly paths: string[];
  remove(): Promise<void>;
}

/** Fresh photographs as a phone gives them, each different from the others. */
export async function renderScenes(count: number, megapixels: number): Promise<Scenes> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-scenes-'));
  const args = ['--out', folder, '--count', String(count), '--megapixels', String(megapixels)];
  const { code, output } = await runTool('tools/scenes/render.ts', args, { dataDir: folder });
  if (code !== 0) throw new Error(output);
  return {
    paths: globSync('*.jpg', { cwd: folder })
      .sort()
      .map((name) => join(folder, name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
