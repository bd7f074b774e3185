/** What a model saw made one object: without what the picture cuts off beside it, and open where the ground is seen through it. */
import type { Lab } from '#imaging/cutout/lab.ts';
import { keepLargestAreas, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { computePalette } from '#imaging/cutout/palette.ts';

/** Pieces smaller than this share of the largest are crumbs. */
const LEAST_PIECE = 0.2;
/** Shares of the object: smaller holes are flaws, larger ones are openings; between them the colours say which. */
const [SURE_FLAW, SURE_OPENING] = [0.002, 0.03];
/** ΔE between the means of an opening and of one of the ground's colours. */
const SAME = 9;
/** From the picture's middle, in half its sides: what lies beyond counts for nothing. */
const FAR = 1.2;

export function oneObject(lab: Lab, mask: Mask): Mask {
  return withoutFlaws(lab, keepLargestAreas(withoutCutOff(mask), LEAST_PIECE).mask);
}

/** A tree or a car at the picture's side is no part of a thing that lies whole in its middle. */
function withoutCutOff(mask: Mask): Mask {
  const { width, height, data } = mask;
  const { labels, sizes, touches } = labelComponents(mask, (i) => data[i] > 127);
  const weights = sizes.map(() => 0);
  labels.forEach((label, i) => {
    if (label === 0) return;
    const [x, y] = [(2 * (i % width)) / width - 1, (2 * Math.floor(i / width)) / height - 1];
    weights[label] = weights[label] + Math.max(0, 1 - Math.hypot(x, y) / FAR);
  });
  const main = weights.indexOf(Math.max(...weights));
  if (touches[main]) return mask;
  return { ...mask, data: data.map((value, i) => (touches[labels[i]] ? 0 : value)) };
}

function withoutFlaws(lab: Lab, mask: Mask): Mask {
  const { labels, sizes, touches } = labelComponents(mask, (i) => mask.data[i] <= 127);
  const means = sizes.map(() => ({ l: 0, a: 0, b: 0 }));
  const ground: number[] = [];
  let object = 0;
  labels.forEach((label, i) => {
    if (label === 0) object++;
    else if (touches[label]) ground.push(i);
    const mean = means[label];
    mean.l += lab.l[i] / sizes[label];
    mean.a += lab.a[i] / sizes[label];
    mean.b += lab.b[i] / sizes[label];
  });
  const palette = computePalette(lab, ground);
  const isFlaw = sizes.map((size, label) => {
    if (label === 0 || touches[label] || size >= SURE_OPENING * object) return false;
    const { l, a, b } = means[label];
    const isGround = palette.some((one) => Math.hypot(one.l - l, one.a - a, one.b - b) < SAME);
    return size < SURE_FLAW * object || !isGround;
  });
  return { ...mask, data: mask.data.map((value, i) => (isFlaw[labels[i]] ? 255 : value)) };
}
