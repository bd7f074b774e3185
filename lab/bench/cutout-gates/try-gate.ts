/**
 * node lab/bench/cutout-gates/try-gate.ts FOLDER LARGE SMALL OUT [NAME-BEGINNING…]: puts stored planes of the models LARGE and SMALL (paths of
 * manifests) through three gates: that of the small one alone with its mirror image, that of two models that agree, and today's. One line of
 * JSON a picture in OUT, and a tile to judge by eye in OUT.tiles/: the picture, the large model's mask, the small one's. Pictures that are in
 * OUT already are passed over.
 */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutByModel } from '#imaging/cutout/cut-out.ts';
import { computeMaskIou, type Mask } from '#imaging/cutout/mask.ts';
import { averageWithMirror, seeObject } from '#imaging/cutout/model/model.ts';
import { openModel } from '#imaging/cutout/model/open-model.ts';
import { cutAlone, cutByTwo, type ModelCut } from '#imaging/cutout/model/two-sights.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { resizeTo, sizeAt } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { qualityOf } from '../cutout-scenes/quality.ts';
import { PlaneStore } from './planes.ts';

const TILE = 260;

const [folder, largePath, smallPath, out, ...beginnings] = process.argv.slice(2);
if (!folder || !largePath || !smallPath || !out)
  throw new Error('usage: node lab/bench/cutout-gates/try-gate.ts FOLDER LARGE SMALL OUT');
const store = new PlaneStore(folder);
const [{ manifest: large }, { manifest: small }] = [await openModel(largePath), await openModel(smallPath)];
const { limits } = large;
const done = existsSync(out) ? await readFile(out, 'utf8') : '';
await mkdir(`${out}.tiles`, { recursive: true });
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.large.gz'))
  .map((file) => file.slice(0, -'.large.gz'.length))
  .filter((name) => beginnings.length === 0 || beginnings.some((begin) => name.startsWith(begin)))
  .filter((name) => !done.includes(`"name":"${name}"`));
for (const name of names.sort()) {
  await appendFile(out, `${JSON.stringify(await tryPicture(name))}\n`);
  console.log(name);
}

async function tryPicture(name: string) {
  const picture = await store.loadPicture(name);
  const [one, two] = [await store.loadPlane(name, 'large'), await store.loadPlane(name, 'small')];
  if (one === null || two === null) throw new Error(`${name}: a plane is missing`);
  const mirrored = await store.loadPlane(name, 'small-mirrored');
  const twice = mirrored === null ? two : averageWithMirror(two, mirrored, small.input);
  const own = await seeObject(one, large, picture);
  const other = await seeObject(two, small, picture);
  const looked = await seeObject(twice, small, picture);
  await drawTile(name, picture, [own?.mask, other?.mask]);
  const cuts = cutByTwo(own, other, limits);
  const truth = await store.loadTruth(name);
  const judge = async (tried: readonly ModelCut[]) => {
    const at = async (side: number) => resizeDown(picture, side);
    const cut = await cutByModel({ box: null, at }, async () => tried);
    if (cut === null) return { sure: false, shown: null, quality: null };
    const shown = cut.mask === other?.mask ? 'small' : 'large';
    return { sure: cut.sure, shown, quality: truth && qualityOf(cut.mask, truth) };
  };
  return {
    name,
    hasMirror: mirrored !== null,
    certainty: {
      all: own?.measureCertaintyOfAll(),
      kept: own?.measureCertainty(),
      ofSmall: other?.measureCertainty(),
    },
    agreement: cuts[0]?.agreement,
    iou: own && other ? computeMaskIou(own.mask, other.mask) : 0,
    large: own && truth && qualityOf(own.mask, truth),
    alone: await judge(looked === null ? [] : [cutAlone(looked, small.limits)]),
    agreeing: await judge(cuts.slice(0, 1)),
    today: await judge(cuts),
  };
}

async function resizeDown(picture: Raw, side: number): Promise<Raw> {
  const scale = side / Math.max(picture.width, picture.height);
  return scale >= 1 ? picture : resizeTo(picture, sizeAt(picture, scale));
}

async function drawTile(name: string, picture: Raw, masks: readonly (Mask | undefined)[]): Promise<void> {
  const { width, height, channels } = picture;
  const pictures = [picture, ...masks.map((mask) => (mask ? paintGround(picture, mask) : picture))];
  const tiles = await Promise.all(
    pictures.map(({ data }) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(TILE, TILE, { fit: 'contain', background: '#000' })
        .png()
        .toBuffer(),
    ),
  );
  await sharp({ create: { width: TILE * tiles.length, height: TILE, channels: 3, background: '#fff' } })
    .composite(tiles.map((input, n) => ({ input, left: n * TILE, top: 0 })))
    .jpeg({ quality: 85 })
    .toFile(join(`${out}.tiles`, `${name}.jpg`));
}

/** Returns the picture with magenta outside of the mask. */
function paintGround(picture: Raw, { data }: Mask): Raw {
  const { channels } = picture;
  const magenta = [255, 0, 255];
  return {
    ...picture,
    data: picture.data.map((value, i) =>
      (data[Math.floor(i / channels)] as number) > 127 ? value : (magenta[i % channels] as number),
    ),
  };
}
