/**
 * Runs models: by onnxruntime-node where the operator installed it into the models folder, else by OpenCV's own interpreter, which needs
 * nothing but is several times slower and knows fewer operators.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type OpenCv, openCv, withMats } from '#imaging/pixels/opencv.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { resized } from '#imaging/read/decode.ts';
import { type Fields, type Manifest, readManifest } from './model-manifest.ts';

interface Runtime {
  readonly name: 'onnxruntime' | 'opencv';
  /** `input`: 1×3×side×side. Returns the first output, row by row, its first plane first. */
  run(input: Float32Array, side: number): Promise<Float32Array>;
}

export interface Model<More = object> {
  readonly manifest: Manifest & More;
  readonly runtime: Runtime;
}

/** Returns a function that opens models of one kind, each loaded once in a process. `tryOut` refuses one that does not work. */
export function opener<More extends object>(
  more: (fields: Fields) => More,
  tryOut: (model: Model<More>) => Promise<unknown>,
): (manifestPath: string) => Promise<Model<More>> {
  const opened = new Map<string, Promise<Model<More>>>();
  const open = async (path: string) => {
    const manifest = await readManifest(path, more);
    const model = { manifest, runtime: await openRuntime(manifest) };
    await tryOut(model);
    return model;
  };
  return (path) => {
    const model = opened.get(path) ?? open(path);
    opened.set(path, model);
    return model;
  };
}

/** Returns the model's first output for a picture squeezed into its square. */
export async function answerOf({ manifest, runtime }: Model, picture: Raw): Promise<Float32Array> {
  const { input: side, mean, std } = manifest;
  const square = await resized(picture, { width: side, height: side });
  const tensor = new Float32Array(3 * side * side);
  for (let c = 0; c < 3; c++) {
    const [shift, scale] = [mean[c], std[c]];
    for (let i = 0; i < side * side; i++) {
      tensor[c * side * side + i] = (square.data[i * square.channels + c] / 255 - shift) / scale;
    }
  }
  return runtime.run(tensor, side);
}

interface Ort {
  readonly InferenceSession: { create(path: string, options: object): Promise<OrtSession> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => object;
}

interface OrtSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, object>): Promise<Record<string, { readonly data: Float32Array }>>;
}

async function openRuntime(manifest: Manifest): Promise<Runtime> {
  const ort = installed(manifest.folder);
  return ort === null ? openCvRuntime(await openCv(), manifest) : ortRuntime(ort, manifest);
}

function installed(folder: string): Ort | null {
  const require = createRequire(join(folder, 'package.json'));
  try {
    require.resolve('onnxruntime-node');
  } catch {
    return null;
  }
  return require('onnxruntime-node') as Ort;
}

async function ortRuntime({ InferenceSession, Tensor }: Ort, { file }: Manifest): Promise<Runtime> {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return {
    name: 'onnxruntime',
    async run(input, side) {
      const feeds = { [session.inputNames[0] ?? '']: new Tensor('float32', input, [1, 3, side, side]) };
      const answer = (await session.run(feeds))[session.outputNames[0] ?? ''];
      if (answer === undefined) throw new Error('the model returns nothing');
      return answer.data;
    },
  };
}

const IN_MEMORY = 'model.onnx';

async function openCvRuntime(cv: OpenCv, { file }: Manifest): Promise<Runtime> {
  cv.FS_createDataFile('/', IN_MEMORY, await readFile(file), true, false, false);
  const net = withMats(cv, () => cv.readNetFromONNX(`/${IN_MEMORY}`));
  cv.FS_unlink(`/${IN_MEMORY}`);
  return {
    name: 'opencv',
    run: async (input, side) =>
      withMats(cv, (keep) => {
        const square = keep(cv.Mat.zeros(side, side, cv.CV_8UC3));
        // Only for its shape: the numbers come after.
        const blob = keep(cv.blobFromImage(square));
        blob.data32F.set(input);
        net.setInput(blob);
        return Float32Array.from(keep(net.forward()).data32F);
      }),
  };
}
