import { equal } from 'node:assert/strict';
import sharp from 'sharp';
import { runTool } from './api-client.ts';

/** Drawn photos: a car with a plate, another one, and one without. */
export const PLATE_FILES = ['plate-1.jpg', 'plate-2.jpg', 'plate-3.jpg'];

export async function renderPlates(folder: string): Promise<void> {
  const { code, output } = await runTool('tools/scenes/render-plates.ts', ['--out', folder], {
    dataDir: folder,
  });
  equal(code, 0, output);
}

/** Returns by how many levels the middle half of a plate differs at most from the plain cover. */
export async function farthestFromCover(file: Buffer, quad: readonly { x: number; y: number }[]): Promise<number> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (of: (point: { x: number; y: number }) => number) =>
    quad.reduce((sum, point) => sum + of(point), 0) / 4;
  let far = 0;
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
    far = Math.max(far, ...[...data.subarray(at, at + 3)].map((value) => Math.abs(value - 0xd9)));
  }
  return far;
}
