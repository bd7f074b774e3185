/**
 * Cuts out the object of one photo, from nothing, from a box, or from a kept mask with strokes; writes its mask and says how sure that is.
 */
import { stat } from 'node:fs/promises';
import { isWholeObject } from '#domain/batches/object-pieces.ts';
import { USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import { objectFacts } from '#imaging/deliver/object-facts.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import type { CutoutJob, FoundCutout } from '#imaging/messages.ts';
import { openCv } from '#imaging/pixels/opencv.ts';
import { flattenOnto, type Raw } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { type Header, readHeader } from '#imaging/read/header.ts';
import { pixelBox } from '#imaging/render/framing.ts';
import { autoSegment, scoreBoxFill } from './auto-segment.ts';
import { type Judgement, judgeConfidence, SURE_ALONE, type Witness } from './gate/confidence.ts';
import { getLab } from './lab.ts';
import { layChanges } from './lay-changes.ts';
import { computeAreaShare, computeMaskBounds, computeMaskIou, type Mask } from './mask.ts';
import { encodedMask, readMask, scaledMask } from './mask-file.ts';
import { byModel, lookByWitness, type ModelEngine, type ModelPaths } from './model/model.ts';
import { byPlainGround } from './plain.ts';
import { refineWithStrokes } from './refine-with-strokes.ts';
import { type Cut, type Look, MASK_SIDE, type Segmenter } from './segmenter.ts';
import { tidyMask } from './tidy.ts';

/** Long side of the picture that brush strokes work on. */
const BRUSH_SIDE = 420;
/** Number of those pictures kept in the process. */
const BRUSH_PICTURES = 8;
/** Intersection over union from which a model and a search by colours have found the same. */
const SAME = 0.94;
/** Least and largest share of a photo that its own transparency may leave. */
const [LEAST_OWN, MOST_OWN] = [0.03, 0.97];

/** Searches by colours alone; the cheap one first. */
const SEARCHES: readonly Segmenter[] = [byPlainGround, autoSegment];

const brushPictures = new LruCache<Raw>(BRUSH_PICTURES);

type JudgedCut = Cut & Judgement;

/**
 * Finds the object and writes its mask to `job.maskPath`. `models`: used for photos without a person's hints.
 * Throws what `readHeader` and `decode` throw, and plain errors of the model.
 */
export async function cutOut(
  job: CutoutJob,
  header: Header,
  models: ModelPaths | null = null,
): Promise<FoundCutout> {
  const copy = await readHeader(job.proxyPath);
  const pictures = new Map<number, Promise<Raw>>();
  const at = (side: number) => {
    const picture =
      pictures.get(side) ?? (side === BRUSH_SIDE ? brushPicture(copy) : decodeAtSide(copy, side));
    pictures.set(side, picture);
    return picture;
  };
  const look: Look = { box: job.hints.box, at };
  const { engine, mask, refine, confidence, sure } = await cutObject(job, header, { look, models });
  await writeSynced(job.maskPath, await encodedMask(refine === undefined ? mask : await refine(look.at)));
  return { engine, confidence, sure, box: computeBoxShares(mask), broken: isBroken(mask) };
}

/**
 * Returns what the witness alone sees of a photo: an 8-bit grey PNG of its copy, long side ≤ `MASK_SIDE`; null where that is no single
 * object, or the witness fails. It is judged by nothing. Throws what `readHeader` and `decode` throw.
 */
export async function sketchObject(proxyPath: string, witness: string): Promise<Uint8Array | null> {
  const picture = await decodeAtSide(await readHeader(proxyPath), MASK_SIDE);
  const sight = await lookByWitness(witness, picture, () => {});
  return sight === null || sight === 'none' ? null : encodedMask(sight.mask);
}

/** Loads what strokes on this photo will need. Throws what `readHeader` and `decode` throw. */
export async function expectStrokes(proxyPath: string): Promise<void> {
  await Promise.all([openCv(), brushPicture(await readHeader(proxyPath))]);
}

async function decodeAtSide(copy: Header, side: number): Promise<Raw> {
  const scale = Math.min(1, side / Math.max(copy.width, copy.height));
  return flattenOnto(await decodePicture(copy, sizeAt(copy, scale)), [255, 255, 255]);
}

/** Keeps the picture, since one stroke follows another. Nothing writes into it. */
async function brushPicture(copy: Header): Promise<Raw> {
  const { mtimeMs, size } = await stat(copy.source);
  return brushPictures.get(`${copy.source} ${size} ${mtimeMs}`, () => decodeAtSide(copy, BRUSH_SIDE));
}

async function cutObject(
  { hints, previousMaskPath, modelMaskPath = null, knownStrokes }: CutoutJob,
  header: Header,
  { look, models }: { look: Look; models: ModelPaths | null },
): Promise<JudgedCut> {
  if (previousMaskPath === null && hints.strokes.length === 0) {
    if (hints.box !== null) return cutInBox(look, modelMaskPath);
    return (
      (await ownAlpha(header)) ??
      (models === null ? null : await cutByModel(look, byModel(models))) ??
      (await cutBySearch(look, SEARCHES))
    );
  }
  const kept = previousMaskPath ?? (hints.box === null ? modelMaskPath : null);
  const start = kept === null ? (await cutInBox(look, modelMaskPath)).mask : await readMask(kept);
  const picture = await look.at(BRUSH_SIDE);
  const previous = await scaledMask(start, picture);
  const mask = refineWithStrokes(await openCv(), { picture, previous }, { ...hints, knownStrokes });
  const strokes = hints.strokes.slice(knownStrokes);
  const refine = () => layChanges(start, { before: previous, after: mask, strokes });
  return judgeCut(picture, { engine: 'grabcut', mask, agreement: 1, refine }, 'person');
}

/** Returns what a model found before, where that fills the person's box; else, and without a box, what the search finds. */
async function cutInBox(look: Look, modelMaskPath: string | null): Promise<JudgedCut> {
  const { box } = look;
  if (modelMaskPath !== null && box !== null) {
    const picture = await look.at(MASK_SIDE);
    const kept = await readMask(modelMaskPath);
    const mask = tidyMask(partIn(box, await scaledMask(kept, picture)));
    const cut: Cut = { engine: 'model', mask, agreement: scoreBoxFill(mask, box) };
    const result = judgeCut(picture, { ...cut, refine: async () => tidyMask(partIn(box, kept)) }, 'person');
    if (result.sure) return result;
  }
  return cutBySearch(look, [autoSegment]);
}

/** Returns the part of a mask that lies in the box. */
function partIn(box: Box, mask: Mask): Mask {
  const { width, height } = mask;
  const { x, y, width: across, height: down } = pixelBox(mask, box);
  const isIn = (at: number) => {
    const [column, row] = [at % width, Math.floor(at / width)];
    return column >= x && column < x + across && row >= y && row < y + down;
  };
  return { width, height, data: mask.data.map((value, i) => (isIn(i) ? value : 0)) };
}

/**
 * Returns the first of the models' cuts that is sure, or else their best; null where they see no single object. Where one model doubts, the
 * searches by colours are asked whether they see the same: they confirm it or not, and never overrule it. Two that disagree are not asked
 * about: a search finds the hole of a print and the fold of a blanket as readily as the second model.
 */
export async function cutByModel(look: Look, model: ModelEngine): Promise<JudgedCut | null> {
  const cuts = await model(look);
  const [cut] = cuts;
  if (cut === undefined) return null;
  const picture = await look.at(MASK_SIDE);
  const judged = cuts.map((each) => judgeCut(picture, each, each.witness));
  const sure = judged.find((each) => each.sure);
  if (sure !== undefined) return sure;
  const alone = judged[0] as JudgedCut;
  if (cut.witness === 'models') return alone;
  const confirmed = judgeCut(picture, cut, 'both');
  if (!confirmed.sure) return alone;
  for (const search of SEARCHES) {
    const other = await search(look);
    if (other !== null && isConfirmed(cut, other)) return confirmed;
  }
  return alone;
}

/** A search whose own tries differ says nothing to a model that doubts. */
function isConfirmed(cut: Cut, by: Cut): boolean {
  if (computeMaskIou(by.mask, cut.mask) < SAME) return false;
  return by.agreement >= SURE_ALONE || cut.agreement >= (cut.limits ?? USUAL_LIMITS).sureFrom;
}

/** Returns the first cut that is sure and that those before do not contradict, else the surest. */
async function cutBySearch(look: Look, engines: readonly Segmenter[]): Promise<JudgedCut> {
  const picture = await look.at(MASK_SIDE);
  const cuts: JudgedCut[] = [];
  for (const engine of engines) {
    const cut = await engine(look);
    if (cut === null) continue;
    const result = judgeCut(picture, cut, look.box === null ? getWitness(cut) : 'person');
    const isContradicted = cuts.some(({ mask }) => computeMaskIou(mask, cut.mask) < SAME);
    if (result.sure && !isContradicted) return result;
    cuts.push({ ...result, sure: false });
  }
  if (cuts.length === 0) throw new Error('no engine looked at the photo');
  return cuts.reduce((surest, cut) => (cut.confidence > surest.confidence ? cut : surest));
}

function getWitness({ engine }: Cut): Witness {
  return engine === 'plain' ? 'plain' : 'search';
}

function judgeCut(picture: Raw, cut: Cut, witness: Witness): JudgedCut {
  return { ...cut, ...judgeConfidence(getLab(picture), cut.mask, { ...cut, witness }) };
}

/** Returns the object of a photo that came cut out; null for any other photo. */
async function ownAlpha(header: Header): Promise<JudgedCut | null> {
  if (!header.hasAlpha) return null;
  const scale = Math.min(1, MASK_SIDE / Math.max(header.width, header.height));
  const { data, width, height, channels } = await decodePicture(header, sizeAt(header, scale));
  if (channels === 3) return null;
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]);
  const mask = { data: alpha, width, height };
  const area = computeAreaShare(mask);
  if (area < LEAST_OWN || area > MOST_OWN) return null;
  return { engine: 'plain', mask, agreement: 1, confidence: 1, sure: true };
}

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** True when the object is in pieces that are no set of things. Its size on the photo says nothing. */
function isBroken(mask: Mask): boolean {
  return !isWholeObject({ ...objectFacts(mask, { cut: WHOLE, photo: mask, canvas: mask }), box: 1 });
}

function computeBoxShares(mask: Mask): FoundCutout['box'] {
  const box = computeMaskBounds(mask);
  if (box === null) return null;
  const { width, height } = mask;
  return { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}
