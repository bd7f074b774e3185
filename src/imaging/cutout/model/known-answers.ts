/**
 * Tells whether a model of the catalogue answers here as it did when its limits were set: the same file may come out otherwise on another
 * processor, and a file of the same name may have been made otherwise.
 */
import { findModelByHash } from '#domain/photos/cutout-models.ts';
import { type CutoutModel, runModel } from './open-model.ts';
import { ANSWERS } from './stored-answers.ts';
import { drawStillLife } from './trial-pictures.ts';

/** Blocks along a side. */
const GRID = 16;
/** Largest difference of a block's mean share. */
const MOST_DIFFERENCE = 0.01;

const compared = new WeakMap<CutoutModel, Promise<boolean>>();

/** Returns true also for models of which no answer is stored. Costs one look, once in a process. Throws what `runModel` throws. */
export function answersAsKnown(model: CutoutModel, findAnswer = findStoredAnswer): Promise<boolean> {
  const answer = compared.get(model) ?? compareAnswer(model, findAnswer(model.manifest.sha256));
  compared.set(model, answer);
  return answer;
}

function findStoredAnswer(sha256: string): readonly number[] | null {
  return ANSWERS.get(findModelByHash(sha256)?.key ?? '') ?? null;
}

async function compareAnswer(model: CutoutModel, known: readonly number[] | null): Promise<boolean> {
  if (known === null) return true;
  const found = await askForAnswer(model);
  return found.every((share, i) => Math.abs(share - (known[i] ?? Number.NaN)) <= MOST_DIFFERENCE);
}

/** Returns the model's mean share in each block of the still life, row by row. */
export async function askForAnswer(model: CutoutModel): Promise<readonly number[]> {
  const { input: side } = model.manifest;
  const plane = await runModel(model, drawStillLife());
  const means = new Float64Array(GRID * GRID);
  const block = side / GRID;
  plane.forEach((share, i) => {
    const [column, row] = [Math.floor((i % side) / block), Math.floor(Math.floor(i / side) / block)];
    const at = row * GRID + column;
    means[at] = means[at] + share / block ** 2;
  });
  return [...means];
}
