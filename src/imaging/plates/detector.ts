/** An ONNX detector of licence plates that the operator brought: square RGB in, rows of a place and its score out. */
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { isPlate } from '#domain/recipes/plates.ts';
import type { Fields } from '#imaging/cutout/model/model-manifest.ts';
import { createModelOpener, type Model, runOnPicture } from '#imaging/cutout/model/model-runtime.ts';
import { createFilled, flattenOnto, pasteOnto, type Raw } from '#imaging/pixels/raw.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { isSamePlace, MOST, type Suggestion } from './find-plates.ts';

interface Output {
  /** boxes: left, top, width, height, score; quads: x and y of four corners, clockwise from the top left, score. */
  readonly output: 'boxes' | 'quads';
  /** Unit of the places: shares or pixels of the model's square. */
  readonly units: 'shares' | 'pixels';
  readonly threshold: number;
}

/** Plates reach a little beyond a picture; places this far outside are in other units than the manifest says. */
const FARTHEST_OUTSIDE = 0.5;

/** Loaded and tried once in a process. */
export const openDetector = createModelOpener(parseOutput, tryDetector);

/** Best first. */
export async function detectedPlates(
  manifestPath: string,
  proxyPath: string,
): Promise<readonly Suggestion[]> {
  const header = await readHeader(proxyPath);
  const picture = flattenOnto(await decodePicture(header, header), [255, 255, 255]);
  return runDetector(await openDetector(manifestPath), picture);
}

/** Throws what is wrong. Need not find the plate: a model taught on photographs may not take a drawing for one. */
export function tryDetector(model: Model<Output>): Promise<readonly Suggestion[]> {
  return runDetector(model, testPicture());
}

function parseOutput({ kind, output, units, threshold }: Fields): Output {
  if (kind !== 'plates') throw new Error('kind must be plates');
  if (output !== 'boxes' && output !== 'quads') throw new Error('output must be boxes or quads');
  if (units !== 'shares' && units !== 'pixels') throw new Error('units must be shares or pixels');
  if (typeof threshold !== 'number' || !(threshold > 0))
    throw new Error('threshold must be a number above 0');
  return { output, units, threshold };
}

async function runDetector(model: Model<Output>, picture: Raw): Promise<readonly Suggestion[]> {
  const rows = parseDetections(model.manifest, await runOnPicture(model, picture));
  const found = rows.filter(({ quad }) => isPlate(quad)).sort((a, b) => b.score - a.score);
  if (rows.length > 0 && found.length === 0)
    throw new Error('the places it returns are no plates: wrong units or order of corners?');
  const kept: Suggestion[] = [];
  for (const one of found) {
    if (kept.length < MOST && !kept.some((other) => isSamePlace(one.quad, other.quad))) kept.push(one);
  }
  return kept;
}

/** Those at or above the threshold. */
function parseDetections(
  { output, units, threshold, input }: Model<Output>['manifest'],
  answer: Float32Array,
) {
  const columns = output === 'boxes' ? 5 : 9;
  if (answer.length % columns !== 0)
    throw new Error(`the model returns ${answer.length} numbers, which are no rows of ${columns}`);
  if (!answer.every(Number.isFinite)) throw new Error('the model returns no numbers');
  const rows: Suggestion[] = [];
  for (let at = 0; at < answer.length; at += columns) {
    const numbers = [...answer.subarray(at, at + columns)];
    const score = numbers.pop() as number;
    if (score < threshold) continue;
    const location = units === 'pixels' ? numbers.map((value) => value / input) : numbers;
    // Scores go up to 1, so half of the way there is well above what the operator lets pass.
    const sure = score >= (1 + threshold) / 2;
    rows.push({ score, sure, quad: toQuad(output === 'boxes' ? toBoxCorners(location) : location) });
  }
  return rows;
}

function toBoxCorners([left, top, width, height]: readonly number[]): number[] {
  const [right, bottom] = [left + width, top + height];
  return [left, top, right, top, right, bottom, left, bottom];
}

function toQuad(coordinates: readonly number[]): Quad {
  if (coordinates.some((coordinate) => coordinate < -FARTHEST_OUTSIDE || coordinate > 1 + FARTHEST_OUTSIDE))
    throw new Error('the places it returns lie outside of the picture: wrong units?');
  const share = (at: number) => Math.min(1, Math.max(0, coordinates[at]));
  return [0, 2, 4, 6].map((at): Point => ({ x: share(at), y: share(at + 1) })) as unknown as Quad;
}

/** A white plate with a dark number on something dark. */
function testPicture(): Raw {
  const picture = createFilled({ width: 640, height: 480 }, [60, 64, 70]);
  pasteOnto(picture, createFilled({ width: 208, height: 44 }, [240, 240, 238]), { x: 216, y: 300 });
  for (let i = 0; i < 7; i++)
    pasteOnto(picture, createFilled({ width: 10, height: 30 }, [24, 24, 26]), { x: 236 + i * 26, y: 307 });
  return picture;
}
