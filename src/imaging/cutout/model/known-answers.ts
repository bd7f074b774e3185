/**
 * Tells whether a model of the catalogue answers here as it did when its limits were set: the same file may come out otherwise on another
 * processor, and a file of the same name may have been made otherwise.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { findModelByHash } from '#domain/photos/cutout-models.ts';
import { computeSha256 } from '#imaging/pixels/write.ts';
import { type CutoutModel, runModel } from './open-model.ts';
import { ANSWERS } from './stored-answers.ts';
import { drawStillLife } from './trial-pictures.ts';

/** Blocks along a side. */
const GRID = 16;
/** Largest difference of a block's mean share. */
const MOST_DIFFERENCE = 0.01;

/** File beside the manifests of a folder that says what was compared and found alike, the latest first, one a line. */
const NOTE = 'answer.sha256';
const MOST_NOTED = 8;

const compared = new WeakMap<CutoutModel, Promise<boolean>>();

/**
 * Returns true also for models of which no answer is stored. Costs one look, once in a process; where the model's folder can be written to,
 * once for a file on a processor. Throws what `runModel` throws.
 */
export function answersAsKnown(model: CutoutModel, findAnswer = findStoredAnswer): Promise<boolean> {
  const known = compared.get(model);
  if (known !== undefined) return known;
  const answer = compareAnswer(model, findAnswer(model.manifest.sha256));
  compared.set(model, answer);
  // A look that failed says nothing of the model.
  answer.catch(() => compared.delete(model));
  return answer;
}

function findStoredAnswer(sha256: string): readonly number[] | null {
  return ANSWERS.get(findModelByHash(sha256)?.key ?? '') ?? null;
}

async function compareAnswer(model: CutoutModel, known: readonly number[] | null): Promise<boolean> {
  if (known === null) return true;
  const note = join(model.manifest.folder, NOTE);
  const comparison = await describeComparison(model, known);
  const noted = (await readFile(note, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  if (noted.includes(comparison)) return true;
  const found = await askForAnswer(model);
  const isAlike = found.every((share, i) => Math.abs(share - (known[i] ?? Number.NaN)) <= MOST_DIFFERENCE);
  // A folder that cannot be written to costs each process its look.
  if (isAlike) await writeFile(note, [comparison, ...noted].slice(0, MOST_NOTED).join('\n')).catch(() => {});
  return isAlike;
}

/** Returns a text that changes with all that the answer depends on, and with what it is compared with. */
async function describeComparison({ manifest }: CutoutModel, known: readonly number[]): Promise<string> {
  const { sha256, input, mean, std, activation, plane } = manifest;
  const { env } = await import('onnxruntime-node');
  const machine = [process.arch, cpus()[0]?.model, env.versions];
  const asked = { sha256, input, mean, std, activation, plane };
  return computeSha256(Buffer.from(JSON.stringify({ asked, machine, known })));
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
