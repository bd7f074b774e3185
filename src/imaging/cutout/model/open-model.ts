/** Opens an ONNX model that cuts out and runs it: square RGB in, a plane of "object" among those of its first output. */
import { findModelByHash, findRefusal } from '#domain/photos/cutout-models.ts';
import { type ModelLimits, USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { parseLimits } from './manifest-limits.ts';
import type { Fields } from './model-manifest.ts';
import { ModelProblem } from './model-problem.ts';
import { createModelOpener, type Model, runOnPicture } from './model-runtime.ts';
import { notePace } from './pace.ts';

interface CutoutFields {
  readonly activation: 'none' | 'sigmoid';
  readonly plane: number;
  readonly limits: ModelLimits;
  /** Path of a cheaper model's manifest, from this one's folder; null without one. */
  readonly witness: string | null;
}

export type CutoutModel = Model<CutoutFields>;

/**
 * Opens the model, once in a process. Throws an error with a sentence for the operator when manifest or model are wrong, or the catalogue
 * refuses the file.
 */
export const openModel = createModelOpener(
  parseCutoutFields,
  // Nothing to try: the gate judges every mask.
  async () => {},
);

function parseCutoutFields({
  activation = 'none',
  plane = 0,
  witness = null,
  limits,
  sha256,
}: Fields): CutoutFields {
  if (activation !== 'none' && activation !== 'sigmoid')
    throw new Error('activation must be none or sigmoid');
  if (!Number.isInteger(plane) || (plane as number) < 0)
    throw new Error('plane must be a whole number from 0');
  if (witness !== null && (typeof witness !== 'string' || witness === ''))
    throw new Error("witness must be the path of another model's manifest");
  const refusal = findRefusal(String(sha256));
  if (refusal !== null) throw new ModelProblem(refusal.reason, refusal.remark);
  const known = findModelByHash(String(sha256))?.limits ?? USUAL_LIMITS;
  return { activation, plane: plane as number, limits: parseLimits(limits, known), witness };
}

/**
 * Returns the object's share per pixel of the model's square, 0–1. Throws when the output has another size than the manifest says, or is no
 * numbers.
 */
export async function runModel(model: CutoutModel, picture: Raw): Promise<Float32Array> {
  const { input: side, activation, plane } = model.manifest;
  const before = process.cpuUsage();
  const planes = await runOnPicture(model, picture);
  await notePace(model.manifest.folder, process.cpuUsage(before));
  const out = planes.subarray(plane * side * side, (plane + 1) * side * side);
  if (out.length < side * side)
    throw new Error(
      `plane ${plane} of ${side}×${side} is not in the ${planes.length} numbers of the first output`,
    );
  const shares = activation === 'sigmoid' ? out.map((value) => 1 / (1 + Math.exp(-value))) : out;
  return stretchToFullRange(shares);
}

/** Stretches the shares to 0–1, as these models are meant to be read; a flat plane finds nothing. */
function stretchToFullRange(shares: Float32Array): Float32Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of shares) {
    if (!Number.isFinite(value)) throw new Error('the model returns no numbers');
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high - low;
  return range < 1e-4 ? new Float32Array(shares.length) : shares.map((value) => (value - low) / range);
}
