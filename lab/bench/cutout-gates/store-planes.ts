/**
 * node lab/bench/cutout-gates/store-planes.ts FOLDER LARGE SMALL PICTURE…: keeps in FOLDER what both models (paths of manifests) see. A PICTURE
 * is a photo's path or drawn scenes such as `sellers:20000-20059`; ranges take turns, so that each has its share at any time. What is
 * stored already is passed over. The small model looks at the mirror image as well where it would alone.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readMask, scaledMask } from '#imaging/cutout/mask-file.ts';
import { computeCertainty } from '#imaging/cutout/model/certainty.ts';
import { openModel, runModel } from '#imaging/cutout/model/open-model.ts';
import { MASK_SIDE } from '#imaging/cutout/segmenter.ts';
import { flattenOnto, type Raw } from '#imaging/pixels/raw.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';
import { type PlaneKind, PlaneStore } from './planes.ts';

const RENDER = join(import.meta.dirname, '..', 'cutout-scenes', 'render.ts');
const [folder, large, small, ...pictures] = process.argv.slice(2);
if (!folder || !large || !small)
  throw new Error('usage: node lab/bench/cutout-gates/store-planes.ts FOLDER LARGE SMALL PICTURE…');
const store = new PlaneStore(folder);
const models = { large: await openModel(large), small: await openModel(small) };

const ranges: string[][] = [];
for (const picture of pictures) {
  const scenes = /^(hard|sellers|yards):(\d+)-(\d+)$/.exec(picture);
  if (scenes === null) await storePhoto(picture).catch((error) => console.error(picture, String(error)));
  else ranges.push(listScenes(scenes[1] as string, Number(scenes[2]), Number(scenes[3])));
}
for (let turn = 0; ranges.some((range) => turn < range.length); turn++)
  for (const name of ranges.flatMap((range) => range[turn] ?? [])) await storeScene(name);

function listScenes(kind: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, n) => `${kind}-${first + n}`);
}

async function storePhoto(path: string): Promise<void> {
  const name = basename(path);
  if (!store.hasPicture(name)) await store.savePicture(name, await readPicture(path));
  await storePlanes(name);
}

async function storeScene(name: string): Promise<void> {
  const [kind, seed] = name.split('-') as [string, string];
  if (!store.hasPicture(name)) {
    const scratch = await mkdtemp(join(tmpdir(), 'fotolot-planes-'));
    try {
      await promisify(execFile)(process.execPath, [RENDER, scratch, seed, kind]);
      const picture = await readPicture(join(scratch, 'photo.jpg'));
      await store.saveTruth(name, await scaledMask(await readMask(join(scratch, 'alpha.png')), picture));
      await store.savePicture(name, picture);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
  await storePlanes(name);
}

async function readPicture(path: string): Promise<Raw> {
  const header = await readHeader(path);
  const scale = Math.min(1, MASK_SIDE / Math.max(header.width, header.height));
  return flattenOnto(await decodePicture(header, sizeAt(header, scale)), [255, 255, 255]);
}

async function storePlanes(name: string): Promise<void> {
  const picture = await store.loadPicture(name);
  const look = async (kind: PlaneKind, shown: Raw) => {
    if (store.has(name, kind)) return;
    const model = kind.startsWith('large') ? models.large : models.small;
    await store.savePlane(name, kind, await runModel(model, shown));
  };
  await look('small', picture);
  await look('large', picture);
  const { input, limits } = models.small.manifest;
  const plane = (await store.loadPlane(name, 'small')) as Float32Array;
  if (computeCertainty(plane, input, limits) < limits.seenAtOnce)
    await look('small-mirrored', mirror(picture));
  console.log(name);
}

function mirror({ data, width, height, channels }: Raw): Raw {
  const place = (i: number) => {
    const at = Math.floor(i / channels);
    return (at + width - 1 - 2 * (at % width)) * channels + (i % channels);
  };
  return { width, height, channels, data: data.map((_, i) => data[place(i)] as number) };
}
