/** The object of one photo: from nothing, from a box, or a kept mask with strokes; its mask as a file, and how sure that is. */
import type { CutoutEngine } from '#domain/recipes/cutout.ts';
import { decode, sizeAt } from '#imaging/decode.ts';
import { type Header, readHeader } from '#imaging/header.ts';
import type { CutoutJob, FoundCutout } from '#imaging/messages.ts';
import { openCv } from '#imaging/opencv.ts';
import { flattened, type Raw } from '#imaging/raw.ts';
import { writeSynced } from '#imaging/write.ts';
import { findObject, withFinerEdge } from './alone.ts';
import { corrected } from './corrected.ts';
import { judge } from './gate.ts';
import { labOf } from './lab.ts';
import { boundsOf, type Mask } from './mask.ts';
import { encodedMask, readMask, scaledMask } from './mask-file.ts';

/** Long sides: of a mask, of the picture that brush strokes are answered from, of the one that objects are looked for in. */
const MASK_SIDE = 560;
const BRUSH_SIDE = 420;
const SEARCH_SIDE = 256;
/** Pixels of the mask by which the edge may move when it is looked at more closely. */
const EDGE_REACH = 8;

interface Cut {
  readonly engine: CutoutEngine;
  readonly mask: Mask;
  readonly agreement: number;
}

export async function cutOut(job: CutoutJob, _header: Header): Promise<FoundCutout> {
  const copy = await readHeader(job.proxyPath);
  const at = async (side: number) => {
    const scale = Math.min(1, side / Math.max(copy.width, copy.height));
    return flattened(await decode(copy, sizeAt(copy, scale)), [255, 255, 255]);
  };
  const picture = await at(job.hints.strokes.length > 0 ? BRUSH_SIDE : MASK_SIDE);
  const { engine, mask, agreement } = await found(job, picture, at);
  const { confidence, sure } = judge(labOf(picture), mask, agreement);
  await writeSynced(job.maskPath, await encodedMask(mask));
  return { engine, confidence, sure, box: sharesOf(mask) };
}

async function found(job: CutoutJob, picture: Raw, at: (side: number) => Promise<Raw>): Promise<Cut> {
  const cv = await openCv();
  const { hints, previousMaskPath } = job;
  if (previousMaskPath !== null) {
    const previous = await scaledMask(await readMask(previousMaskPath), picture);
    return { engine: 'grabcut', mask: corrected(cv, picture, previous, hints), agreement: 1 };
  }
  const { mask, agreement } = findObject(cv, await at(SEARCH_SIDE), hints.box);
  const whole = withFinerEdge(cv, picture, await scaledMask(mask, picture), EDGE_REACH);
  const last = hints.strokes.length > 0 ? corrected(cv, picture, whole, hints) : whole;
  return { engine: 'grabcut', mask: last, agreement };
}

function sharesOf(mask: Mask): FoundCutout['box'] {
  const box = boundsOf(mask);
  if (box === null) return null;
  const { width, height } = mask;
  return { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}
