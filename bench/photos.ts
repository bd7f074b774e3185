import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene, SCENE_KINDS } from '../tools/scenes/render-scene.ts';

/** Rendered photos of about 12 MP, as dense as a phone writes them; kept between runs, made different by a comment in the file. */
const WIDTH = 4032;
const HEIGHT = 3024;
const SCENES = 20;

export async function photos(count: number): Promise<string[]> {
  const folder = join(tmpdir(), 'fotolot-bench');
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (let n = 0; n < count; n++) {
    const path = join(folder, `${String(n).padStart(3, '0')}.jpg`);
    paths.push(path);
    if (await readFile(path).catch(() => null)) continue;
    await writeFile(path, withComment(await scene(folder, n % SCENES), `photo ${n}`));
  }
  return paths;
}

async function scene(folder: string, seed: number): Promise<Buffer> {
  const path = join(folder, `scene-${seed}.jpg`);
  const kept = await readFile(path).catch(() => null);
  if (kept) return kept;
  const kind = SCENE_KINDS[seed % SCENE_KINDS.length] ?? 'car';
  const bytes = await renderScene({ kind, seed, width: WIDTH, height: HEIGHT, dull: true });
  await writeFile(path, bytes);
  return bytes;
}

/** A COM segment behind the first marker: other bytes, the same picture. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xfffe, 0);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)]);
}
