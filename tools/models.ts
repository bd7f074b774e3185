import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { FetchableModel, Figure } from '#domain/photos/cutout-models.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import { createImaging } from '#server/adapters/imaging/pool.ts';
import { listFetchableModels } from '#server/adapters/models/create.ts';
import { asFailure } from '#server/adapters/models/fetch-failed.ts';
import { fetchModel } from '#server/adapters/models/fetch-model.ts';
import { modelFolder } from '#server/adapters/models/model-folder.ts';
import { readConfig } from '#server/config.ts';
import { silent } from './data-folder.ts';
import { asTool } from './tool.ts';

/**
 * npm run models                            the models that cut out: what is here, what each costs on this machine
 * npm run models -- fetch NAME              fetches one; stopped, it goes on where it was when it is called again
 * npm run models -- try NAME|FILE [PICTURE] runs one (FILE: a model.json), on a picture too, whose mask it writes beside us
 * npm run models -- remove NAME             takes one off the disk
 * Beside a running server or without one. Which model the server uses say CUTOUT_MODEL and its admins.
 */
const config = readConfig();
const catalogue = listFetchableModels(config.CUTOUT_MODEL);
const folder = modelFolder(join(config.DATA_DIR, 'models'), 'model.onnx.by-hand.part');
const cores = availableParallelism();

const UNLIKE =
  'its answers are not those that its limits were measured by: every one of its cut-outs is asked about';

await asTool(async () => {
  const [act = 'list', name = '', picture] = process.argv.slice(2);
  if (act === 'list') return list();
  if (act === 'fetch') return fetch(named(name));
  if (act === 'try') return tryOut(name, picture);
  if (act === 'remove') return remove(named(name));
  throw new Error(`models ${act} is none of: list, fetch NAME, try NAME|FILE [PICTURE], remove NAME.`);
});

function list(): void {
  const spare = gigabytes(process.availableMemory());
  console.log(
    `This machine: ${cores} cores, ${spare} of memory to spare. Kept in ${join(config.DATA_DIR, 'models')}.`,
  );
  for (const model of catalogue) {
    const { key, manifest, bytes, source, address } = model;
    const place = folder.manifest(model) === null ? 'not here' : 'here';
    console.log(`\n${key}: ${manifest.name}, ${megabytes(bytes)}, ${place}`);
    console.log(`  licence ${manifest.licence}${source ? `, made by ${source}` : ''}`);
    console.log(`  from ${address}`);
    console.log(`  a photo takes ${costs(model)}`);
  }
}

function costs({ coreSeconds, memoryBytes }: FetchableModel): string {
  const of = (figure: Figure | null, say: (value: number) => string) =>
    figure === null ? 'so much as „try” says' : `about ${say(figure.value)} (${figure.known})`;
  const seconds = of(coreSeconds, (value) => `${(value / cores).toFixed(1)} s`);
  return `${seconds}, memory: ${of(memoryBytes, gigabytes)}`;
}

async function fetch(model: FetchableModel): Promise<void> {
  if (folder.manifest(model) !== null) return console.log(`${model.key} is here already.`);
  const { name, licence } = model.manifest;
  console.log(`${name}, licence ${licence}${model.source ? `, made by ${model.source}` : ''}`);
  // Models lie in DATA_DIR, wherever the photos are.
  const files = await openFiles({ ...config, FILES_URL: null }, { isTool: true });
  const { CUTOUT_MODEL_MIRROR: mirror, HTTPS_PROXY: proxy } = config;
  let told = -1;
  const onProgress = (doneBytes: number) => {
    const tenth = Math.floor((doneBytes / model.bytes) * 10);
    if (tenth > told) console.log(`${tenth * 10} % of ${megabytes(model.bytes)}`);
    told = Math.max(told, tenth);
  };
  const { signal } = new AbortController();
  await fetchModel({ folder, files, mirror, proxy, log: silent }, model, { signal, onProgress }).catch(
    (error) => {
      const { kind, message } = asFailure(error);
      throw new Error(
        `It could not be fetched (${kind}: ${message}). Called again, this goes on where it was.`,
      );
    },
  );
  console.log(`${model.key} is here: ${folder.manifest(model)}`);
}

async function tryOut(name: string, picture: string | undefined): Promise<void> {
  const known = catalogue.find(({ key }) => key === name);
  const manifest = known ? folder.manifest(known) : resolve(name);
  if (manifest === null) throw new Error(`${name} is not here: npm run models -- fetch ${name}`);
  let pid = 0;
  const log = {
    debug: (fields: object) => {
      pid = (fields as { pid?: number }).pid ?? pid;
    },
    warn: (fields: object, message: string) => console.log(`${message}: ${JSON.stringify(fields)}`),
  };
  const imaging = createImaging({ batchProcesses: 1, cutoutManifest: () => manifest, log });
  try {
    const report = await imaging.checkModel('cutout');
    if (report === null || report.problem !== null) throw new Error(`It does not work: ${report?.problem}`);
    console.log(`${report.name}, licence ${report.licence}, run by ${report.runtime}`);
    if (report.remark === 'unlike') console.log(UNLIKE);
    console.log(`a test picture: ${report.milliseconds} ms, ${await measurePeak(pid)}`);
    if (picture) await cutOut(imaging, resolve(picture));
    if (picture) console.log(`its process: ${await measurePeak(pid)}`);
  } finally {
    await imaging.close();
  }
}

async function cutOut(imaging: ReturnType<typeof createImaging>, source: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'fotolot-model-'));
  try {
    const [proxyPath, maskPath] = [join(work, 'proxy'), join(work, 'mask.png')];
    // A process of its own, which says another pid; what cuts out has begun before.
    await createdProxy(source, { proxyPath, thumbnailPath: join(work, 'thumbnail') });
    const before = performance.now();
    const job = { source, proxyPath, hints: NO_HINTS, previousMaskPath: null, knownStrokes: 0, maskPath };
    const { engine, sure, confidence } = await imaging.cutOut({ ...job, urgent: false });
    const seconds = ((performance.now() - before) / 1000).toFixed(2);
    const kept = resolve(`${basename(source)}.mask.png`);
    await copyFile(maskPath, kept);
    console.log(
      `${source}: by ${engine}, ${sure ? 'sure' : 'unsure'} (${confidence.toFixed(2)}), ${seconds} s`,
    );
    console.log(`mask: ${kept}`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function createdProxy(
  source: string,
  paths: { proxyPath: string; thumbnailPath: string },
): Promise<void> {
  const imaging = createImaging({ batchProcesses: 1, log: { debug: () => {}, warn: () => {} } });
  try {
    await imaging.prepare({ source, ...paths });
  } finally {
    await imaging.close();
  }
}

async function remove(model: FetchableModel): Promise<void> {
  const isHere = folder.manifest(model) !== null;
  await folder.remove(model);
  console.log(isHere ? `${model.key} is gone.` : `${model.key} was not here.`);
}

function named(name: string): FetchableModel {
  const model = catalogue.find(({ key }) => key === name);
  if (model) return model;
  throw new Error(`„${name}” is none of ${catalogue.map(({ key }) => key).join(', ')}.`);
}

/** Linux knows the most memory that a process has had. */
async function measurePeak(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes ? `${gigabytes(Number(kilobytes) * 1024)} of memory at most` : 'memory is not told here';
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
