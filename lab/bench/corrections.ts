/** How long a person waits for a correction of what a model found, in the process that does it and at the size it has there. */
import { join } from 'node:path';
import type { CutoutHints } from '#domain/recipes/cutout.ts';
import type { createImaging } from '#server/adapters/imaging/pool.ts';
import { add, median } from './table.ts';

const MOST_MILLISECONDS = 300;

/** A stroke along the object's lower side, and a box around it, for each photo. */
export async function correctionTimes(
  imaging: ReturnType<typeof createImaging>,
  pairs: readonly (readonly [source: string, proxyPath: string])[],
  folder: string,
): Promise<void> {
  const files = {
    maskPath: join(folder, 'corrected.png'),
    previousMaskPath: null,
    knownStrokes: 0,
    urgent: true,
  };
  const [strokes, boxes]: [number[], number[]] = [[], []];
  for (const [n, [source, proxyPath]] of pairs.entries()) {
    const modelMaskPath = join(folder, `found-${n}.png`);
    const none = { box: null, strokes: [] };
    const found = await imaging.cutOut({ ...files, source, proxyPath, hints: none, maskPath: modelMaskPath });
    imaging.expectStrokes(proxyPath);
    const milliseconds = async (hints: CutoutHints) => {
      const begin = performance.now();
      await imaging.cutOut({ ...files, source, proxyPath, hints, modelMaskPath });
      return performance.now() - begin;
    };
    const box = found.box ?? { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
    const points = [0.2, 0.3, 0.4, 0.5].map((share) => ({
      x: box.x + share * box.width,
      y: box.y + 0.9 * box.height,
    }));
    const stroked: CutoutHints = { box: null, strokes: [{ kind: 'remove', radius: 0.02, points }] };
    // The page has the process and the picture made ready before a person draws.
    await milliseconds(stroked);
    strokes.push(await milliseconds(stroked));
    boxes.push(await milliseconds({ box, strokes: [] }));
  }
  for (const [what, times] of [
    ['stroke', strokes],
    ['box', boxes],
  ] as const)
    add({
      measured: `correction of a model’s mask by a ${what}, 12 MP: median; slowest of ${times.length}`,
      ours: `${median(times).toFixed(0)}; ${Math.max(...times).toFixed(0)} ms`,
      other: '–',
      ratios: [],
      goal: `median ≤ ${MOST_MILLISECONDS} ms`,
      met: median(times) <= MOST_MILLISECONDS,
    });
}
