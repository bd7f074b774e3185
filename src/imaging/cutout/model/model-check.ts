/** Tries an operator's model on this machine: its manifest, its fingerprint, and one picture through it. */
import type { ModelReport, ModelUse } from '#imaging/messages.ts';
import { createFilled } from '#imaging/pixels/raw.ts';
import { openDetector, tryDetector } from '#imaging/plates/detector.ts';
import type { Model } from './model-runtime.ts';
import { openModel, runModel } from './open-model.ts';

const SIDE = 256;

/** Returns the report on the model. Never throws: what is wrong is its `problem`, in at most 300 characters. */
export function checkModel(manifestPath: string, use: ModelUse): Promise<ModelReport> {
  return use === 'plates'
    ? buildModelReport(() => openDetector(manifestPath), tryDetector)
    : buildModelReport(() => openModel(manifestPath), tryModel);
}

async function buildModelReport<M extends Model>(
  open: () => Promise<M>,
  tryOut: (model: M) => Promise<unknown>,
): Promise<ModelReport> {
  const known = { name: null, licence: null, sha256: null, runtime: null, milliseconds: null };
  try {
    const model = await open();
    const { name, licence, sha256 } = model.manifest;
    const before = performance.now();
    const problem = await tryOut(model).then(() => null, describeProblem);
    const milliseconds = Math.round(performance.now() - before);
    return { name, licence, sha256, runtime: 'onnxruntime', milliseconds, problem };
  } catch (error) {
    return { ...known, problem: describeProblem(error) };
  }
}

function describeProblem(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 300);
}

/** Throws an error for the operator unless the middle of the test picture comes out as object and its corners as ground. */
async function tryModel(model: Awaited<ReturnType<typeof openModel>>): Promise<void> {
  const plane = await runModel(model, testPicture());
  const side = model.manifest.input;
  const reach = Math.floor(side / 10);
  const mean = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < top + reach; y++)
      for (let x = left; x < left + reach; x++) sum += plane[y * side + x];
    return sum / reach ** 2;
  };
  const [middle, far] = [Math.floor((side - reach) / 2), side - reach];
  const object = mean(middle, middle);
  const ground = Math.max(mean(0, 0), mean(far, 0), mean(0, far), mean(far, far));
  if (object <= 0.5 && ground <= 0.5) throw new Error('the test picture came back without its object');
  if (object <= 0.5)
    throw new Error(
      'it returns the ground of the test picture for the object: another plane than the manifest says?',
    );
  if (ground > 0.5) throw new Error('it takes the corners of the test picture for the object');
}

/** Returns a red disc on a light wall: an object to any model. */
function testPicture() {
  const picture = createFilled({ width: SIDE, height: SIDE }, [206, 208, 210]);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 4)
        picture.data.set([190, 30, 34], (y * SIDE + x) * 3);
    }
  }
  return picture;
}
