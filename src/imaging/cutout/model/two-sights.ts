/**
 * Compares what two models see. Where two that learned apart draw the same outline it is seldom wrong; a print taken for the shirt, a sleeve
 * left out, a cushion taken along is nearly always the mistake of one.
 */
import type { ModelLimits } from '#domain/photos/model-limits.ts';
import { nearEdge } from '#imaging/cutout/edge.ts';
import { computeAreaShare, computeMaskIou, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import type { Cut } from '#imaging/cutout/segmenter.ts';

/** One model's object. Certainties (0–1) are worked out when they are asked for: of a large plane each takes a tenth of a look. */
export interface Sight extends Pick<Cut, 'mask' | 'refine'> {
  /** Returns the model's certainty of what is kept. */
  measureCertainty(): number;
  /** Returns its certainty of all that it saw. */
  measureCertaintyOfAll(): number;
}

export interface ModelCut extends Cut {
  /** `models`: `agreement` is that of two models; `model`: the model's own certainty. */
  readonly witness: 'model' | 'models';
}

/** Pixels to both sides of an outline between which two outlines are one drawn less exactly. */
const OUTLINE = 2;
/** A piece of five thousandths of the object that one model alone sees takes 0.04 of agreement, a strap of a dress, a corner of shadow. */
const WEIGHT = 8;
/** Agreement from which the difference is one of exactness, so that the model's finer mask is the better one. */
const ONE_OBJECT = 0.94;

/**
 * Returns the cuts to choose from, the best first; none where neither sees a single object. The first has the model's mask with the agreement
 * of both, which counts no more than its own certainty: both draw the same outline around what one of them doubts, too. Where they disagree
 * it has the mask of the surer one. The second stands on the word of a model that sees its object plainly, where the witness sees nothing
 * more: legs of chairs, spokes and chains are too fine for a small model.
 */
export function cutByTwo(own: Sight | null, other: Sight | null, limits: ModelLimits): readonly ModelCut[] {
  const cut = { engine: 'model', limits, witness: 'models' } as const;
  if (own === null || other === null) {
    const seen = own ?? other;
    return seen === null ? [] : [{ ...cut, mask: seen.mask, refine: seen.refine, agreement: 0 }];
  }
  const agreement = measureAgreement(own.mask, other.mask);
  const { mask, refine } =
    agreement < ONE_OBJECT && other.measureCertainty() > own.measureCertainty() ? other : own;
  // Where they agree the gate would find nothing else.
  if (agreement >= limits.agreedFrom)
    return [{ ...cut, mask, refine, agreement: Math.min(agreement, own.measureCertainty()) }];
  const both: ModelCut = { ...cut, mask, refine, agreement };
  if (measureLargestPiece(other.mask, own.mask) >= limits.witnessAlone) return [both];
  const alone = cutAlone(own, limits);
  return alone.agreement >= limits.plainFrom ? [both, alone] : [both];
}

/** Returns the cut that stands on the word of one model. */
export function cutAlone(sight: Sight, limits: ModelLimits): ModelCut {
  return {
    engine: 'model',
    mask: sight.mask,
    refine: sight.refine,
    agreement: sight.measureCertaintyOfAll(),
    limits,
    witness: 'model',
  };
}

/** Returns their intersection over union, or less where one of them has a whole piece that the other has not. */
export function measureAgreement(own: Mask, other: Mask): number {
  const piece = Math.max(measureLargestPiece(own, other), measureLargestPiece(other, own));
  return Math.max(0, Math.min(computeMaskIou(own, other), 1 - WEIGHT * piece));
}

/** Returns the largest piece that the first has alone, its outline left out, as a share of the first. */
function measureLargestPiece(first: Mask, second: Mask): number {
  const data = first.data.map((value, i) => (value > 127 && second.data[i] <= 127 ? 255 : 0));
  const alone: Mask = { ...first, data };
  const outline = nearEdge(alone, OUTLINE);
  const { sizes } = labelComponents(alone, (i) => data[i] === 255 && outline[i] === 0);
  return Math.max(0, ...sizes.slice(1)) / Math.max(1, computeAreaShare(first) * data.length);
}
