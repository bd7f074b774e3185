/** Tries an operator's model on this machine: its manifest, its fingerprint, and pictures through it. */
import type { ModelReport, ModelUse } from '#imaging/messages.ts';
import { openDetector, tryDetector } from '#imaging/plates/detector.ts';
import { answersAsKnown } from './known-answers.ts';
import { ModelProblem } from './model-problem.ts';
import type { Model } from './model-runtime.ts';
import { describeNoise } from './noise.ts';
import { type CutoutModel, openModel, runModel } from './open-model.ts';
import { drawDisc } from './trial-pictures.ts';

/** Returns the report on the model. Never throws: what is wrong is its `problem`, in at most 300 characters. */
export function checkModel(manifestPath: string, use: ModelUse): Promise<ModelReport> {
  return use === 'plates'
    ? buildModelReport(() => openDetector(manifestPath), { tryOut: tryDetector })
    : buildModelReport(() => openModel(manifestPath), { tryOut: tryModel, compare: answersAsKnown });
}

/** What is done with a model of one kind. `tryOut` throws what is wrong; `compare`: false for a model that is not the one it is taken for. */
interface Trial<M> {
  readonly tryOut: (model: M) => Promise<unknown>;
  readonly compare?: (model: M) => Promise<boolean>;
}

async function buildModelReport<M extends Model>(
  open: () => Promise<M>,
  { tryOut, compare = async () => true }: Trial<M>,
): Promise<ModelReport> {
  const known = { name: null, licence: null, sha256: null, runtime: null, milliseconds: null };
  try {
    const model = await open();
    const { name, licence, sha256 } = model.manifest;
    const before = performance.now();
    const found = await tryOut(model).then(() => ({ problem: null, remark: null }), describeProblem);
    const milliseconds = Math.round(performance.now() - before);
    const isKnown = found.problem !== null || (await compare(model));
    const remark = isKnown ? found.remark : 'unlike';
    return { name, licence, sha256, runtime: 'onnxruntime', milliseconds, problem: found.problem, remark };
  } catch (error) {
    return { ...known, ...describeProblem(error) };
  }
}

function describeProblem(error: unknown): Pick<ModelReport, 'problem' | 'remark'> {
  const problem = String(error instanceof Error ? error.message : error).slice(0, 300);
  const { cause = error } = error as Error;
  return { problem, remark: cause instanceof ModelProblem ? cause.remark : null };
}

/** Throws an error for the operator unless the middle of the test picture comes out as object and its corners as ground. */
async function tryModel(model: CutoutModel): Promise<void> {
  const plane = await runModel(model, drawDisc());
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
  const noise = describeNoise(plane, side);
  if (noise !== null) throw new ModelProblem(noise, 'noisy');
}
