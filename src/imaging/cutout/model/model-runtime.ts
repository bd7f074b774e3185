/**
 * Runs models by ONNX Runtime (onnxruntime-node, MIT). The first model that a process opens loads it; the server never does. Its arena and
 * patterns of memory are off: they would keep what the largest layer once needed.
 */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Raw } from '#imaging/pixels/raw.ts';
import { resizeTo } from '#imaging/read/decode.ts';
import { type Fields, type Manifest, readManifest } from './model-manifest.ts';

export interface Model<More = object> {
  readonly manifest: Manifest & More;
  /**
   * Returns the first output, row by row, its first plane first. `input`: 1×3×side×side. Throws when the output is not of 32-bit floats.
   */
  run(input: Float32Array, side: number): Promise<Float32Array>;
}

/**
 * Returns a function that opens models of one kind, each loaded once in a process. It throws what `readManifest` throws, an error when ONNX
 * Runtime does not run here, and what `tryOut` throws for a model that does not work; the same again until its manifest is written anew.
 */
export function createModelOpener<More extends object>(
  more: (fields: Fields) => More,
  tryOut: (model: Model<More>) => Promise<unknown>,
): (manifestPath: string) => Promise<Model<More>> {
  const opened = new Map<string, { readonly version: string; readonly model: Promise<Model<More>> }>();
  const open = async (path: string) => {
    const manifest = await readManifest(path, more);
    const model = { manifest, run: await createModelRunner(manifest) };
    await tryOut(model);
    return model;
  };
  return async (path) => {
    const written = await stat(path).catch(() => null);
    const version = `${path} ${written?.ino} ${written?.size} ${written?.mtimeMs}`;
    const last = opened.get(path);
    if (last?.version === version) return last.model;
    const model = open(path);
    opened.set(path, { version, model });
    return model;
  };
}

/** Returns the model's first output for a picture squeezed into its square. Throws what `run` throws. */
export async function runOnPicture({ manifest, run }: Model, picture: Raw): Promise<Float32Array> {
  const { input: side, mean, std } = manifest;
  const square = await resizeTo(picture, { width: side, height: side });
  const tensor = new Float32Array(3 * side * side);
  for (let c = 0; c < 3; c++) {
    const [shift, scale] = [mean[c], std[c]];
    for (let i = 0; i < side * side; i++) {
      tensor[c * side * side + i] = (square.data[i * square.channels + c] / 255 - shift) / scale;
    }
  }
  return run(tensor, side);
}

/** Uses as many threads as there are cores: the process gives way to all others, and a waiting thread must not burn what they need. */
const OPTIONS = {
  intraOpNumThreads: availableParallelism(),
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

async function createModelRunner({ file }: Manifest): Promise<Model['run']> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node').catch((error: unknown) => {
    throw new Error(`ONNX Runtime does not run on ${process.platform} ${process.arch}: ${error}`);
  });
  const session = await InferenceSession.create(file, OPTIONS);
  const [from = '', to = ''] = [session.inputNames[0], session.outputNames[0]];
  return async (input, side) => {
    const picture = new Tensor('float32', input, [1, 3, side, side]);
    const output = (await session.run({ [from]: picture }, [to]))[to];
    if (output?.type !== 'float32') throw new Error('the first output is not of 32-bit floats');
    return output.data as Float32Array;
  };
}
