import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { saveTinyModel } from '#imaging/fixtures/tiny-model.ts';
import { createImaging } from '#server/adapters/imaging/pool.ts';
import { correctionTimes } from './corrections.ts';
import { photos } from './photos.ts';
import { ownSeconds, residentMegabytes } from './processor.ts';
import { add, median, two } from './table.ts';

const MOST_MEGABYTES = 2048;

/**
 * Photos cut out one after the other: by the models of `CUTOUT_MANIFEST`, paths with commas between them (else that of the tests, which costs
 * nothing), and without one.
 */
export async function cutoutsByModel(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bench-models-'));
  try {
    const manifests = process.env.CUTOUT_MANIFEST?.split(',') ?? [await saveTinyModel(folder)];
    const proxies = await prepared(folder, count);
    const bare = await cutAll(proxies, folder, null);
    for (const manifest of manifests) {
      const name = process.env.CUTOUT_MANIFEST === undefined ? 'the tests’ model' : basename(manifest);
      addRows(name, await cutAll(proxies, folder, manifest), median(bare.processor.slice(1)));
      await corrected(proxies, folder, manifest);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `bare`: seconds of a photo without a model. */
function addRows(name: string, model: Awaited<ReturnType<typeof cutAll>>, bare: number): void {
  const ours = median(model.processor.slice(1));
  add({
    measured: `cut-out of a photo by ${name} ÷ without one, processor time`,
    ours: `${two(ours)} s`,
    other: `${two(bare)} s`,
    ratios: [ours / (bare || 1)],
    goal: null,
    met: null,
  });
  const most = (2 * sum(model.processor)) / availableParallelism();
  add(told(`first photo, with loading`, `${two(model.clock[0] ?? 0)} s`, null));
  add({
    ...told(`${model.clock.length} photos`, `${two(sum(model.clock))} s`, `≤ ${two(most)} s`),
    met: sum(model.clock) <= most,
  });
  add({
    ...told(`memory of its process, at most`, `${model.peak.toFixed(0)} MB`, `≤ ${MOST_MEGABYTES} MB`),
    met: model.peak <= MOST_MEGABYTES,
  });
  add(told(`memory between two photos; processes`, `${model.rest.toFixed(0)} MB; ${model.processes}`, null));
}

async function corrected(
  pairs: readonly (readonly [string, string])[],
  folder: string,
  manifest: string,
): Promise<void> {
  const log = { debug() {}, warn() {} };
  const imaging = createImaging({ batchProcesses: 1, log, cutoutManifest: () => manifest });
  await correctionTimes(imaging, pairs, folder).finally(() => imaging.close());
}

function told(what: string, ours: string, goal: string | null) {
  return { measured: `the same: ${what}`, ours, other: '–', ratios: [], goal, met: null };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

async function prepared(folder: string, count: number): Promise<readonly (readonly [string, string])[]> {
  const imaging = createImaging({ batchProcesses: 1, log: { debug() {}, warn() {} } });
  try {
    const pairs: [string, string][] = [];
    for (const [n, source] of (await photos(count)).entries()) {
      const proxyPath = join(folder, `proxy-${n}`);
      await imaging.prepare({ source, proxyPath, thumbnailPath: join(folder, 'thumbnail') });
      pairs.push([source, proxyPath]);
    }
    return pairs;
  } finally {
    await imaging.close();
  }
}

/** Seconds of the processor and by the clock for each photo; megabytes of the process that did the last. */
async function cutAll(
  pairs: readonly (readonly [string, string])[],
  folder: string,
  manifest: string | null,
) {
  const started: number[] = [];
  const log = {
    debug: (fields: object) => void started.push((fields as { pid: number }).pid),
    warn: (fields: object, message: string) => console.error(message, fields),
  };
  const imaging = createImaging({ batchProcesses: 1, log, cutoutManifest: () => manifest });
  const [processor, clock]: [number[], number[]] = [[], []];
  const spent = () => sum(started.map((pid) => ownSeconds(pid) ?? 0));
  let peak = 0;
  try {
    for (const [source, proxyPath] of pairs) {
      const [before, begin] = [spent(), performance.now()];
      const files = { source, proxyPath, maskPath: join(folder, 'mask.png') };
      const anew = { hints: NO_HINTS, previousMaskPath: null, knownStrokes: 0, urgent: false };
      await imaging.cutOut({ ...files, ...anew });
      processor.push(spent() - before);
      clock.push((performance.now() - begin) / 1000);
      peak = Math.max(peak, ...started.map((pid) => residentMegabytes(pid, 'VmHWM') ?? 0));
    }
    const rest = residentMegabytes(started.at(-1) ?? 0) ?? 0;
    return { processor, clock, peak, rest, processes: started.length };
  } finally {
    await imaging.close();
  }
}
