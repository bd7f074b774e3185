/**
 * The one gate for every engine: it tells whether a mask is one whole object, seen clearly, that may be cut out before a person has looked.
 */
import { type ModelLimits, USUAL_LIMITS } from '#domain/photos/model-limits.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { computeAreaShare, type Mask } from '#imaging/cutout/mask.ts';
import { archesIn } from '#imaging/cutout/wheels/wheels.ts';
import { beyondEdges } from './beyond-edges.ts';
import { groundFringe } from './ground-fringe.ts';
import { groundWithin } from './ground-within.ts';
import { missedParts } from './missed-parts.ts';
import { hasSecondVehicle, hasWheels } from './second-vehicle.ts';
import { seenEdge } from './seen-edge.ts';
import { strayParts } from './stray-parts.ts';

/** Pixels of the mask within which engines see ground rather than object. */
const FROM_RIM = 4;
/** Share of the edge that must be seen; below `WEAK` it counts for nothing. */
const CLEAR = 0.8;
const WEAK = 0.35;
/** Limits where only colours were looked at: the largest place of ground within, and what may stand around the object. */
const MOST_PLACE = 0.02;
const MOST_BEYOND = 0.02;
/** Largest share of the edge along which a hem of coloured ground may have come along. */
const MOST_FRINGE = 0.06;
/** Factor on the confidence of a cut-out that is not one whole object. */
const NOT_WHOLE = 0.5;

/**
 * Whose word a cut-out stands on. `person` drew a box or strokes; `both`: a model and a search by colours found the same; `models`: two models
 * did; `model`, `plain` (the flood of a plain ground) and `search` are one of them alone.
 */
export type Witness = 'person' | 'both' | 'models' | 'model' | 'plain' | 'search';

/** Those whose masks may hold a second vehicle: colours alone are not believed of one vehicle either. */
const MODELS: readonly Witness[] = ['both', 'models', 'model'];

interface Limits {
  /** Least agreement: a wrong cut-out is worse than a question, so one engine alone must be surer. */
  readonly sure: number;
  /** Shares of the picture: smaller objects are details, larger ones the scene itself. */
  readonly area: readonly [least: number, most: number];
  /** Largest share of the picture's rim that an object may touch; beyond it the object was cut off, or is ground. */
  readonly rim: number;
  /** Largest part, as a share of the object, that may be left out beside it without being ground: a mirror, a strap. */
  readonly leftOut: number;
  /** Largest share of the object that may look like the ground beside it: an edge in glaring light. */
  readonly along: number;
  /** Largest share of the object that may have the ground's colours: white on white is right more often than spokes are. */
  readonly within: number;
}

/** Agreement from which a search by colours counts alone. */
export const SURE_ALONE = 0.93;
const COLOURS = { leftOut: 0.03, along: 0.025, within: 0.4 };
const MOST_AREA = 0.75;
const ALONE: Limits = { sure: SURE_ALONE, area: [0.05, MOST_AREA], rim: 0.005, ...COLOURS };
const CONFIRMED: Limits = { sure: 0.8, area: [0.02, MOST_AREA], rim: 0.4, ...COLOURS };
const PERSON: Limits = { ...CONFIRMED, area: ALONE.area };

export interface Judgement {
  readonly confidence: number;
  readonly sure: boolean;
}

interface Word {
  /** 0–1: the engine's own estimate. */
  readonly agreement: number;
  readonly witness: Witness;
  /** What a model's word is worth; the usual by default. */
  readonly limits?: ModelLimits | undefined;
}

/** Judges a mask by the word that it stands on. */
export function judgeConfidence(lab: Lab, mask: Mask, word: Word): Judgement {
  const limits = getLimits(word);
  const { sure, area, rim } = limits;
  const share = computeAreaShare(mask);
  const isWhole = share >= area[0] && share <= area[1] && measureRimShare(mask) <= rim;
  // A dark car on its shadow has no edge that colours show, and two models that see the same one may be believed.
  const seen = word.witness === 'models' ? 1 : weighSeenEdge(lab, mask);
  const confidence = Math.min(1, word.agreement) * seen * (isWhole ? 1 : NOT_WHOLE);
  if (confidence < sure) return { confidence, sure: false };
  if (word.witness === 'person' || isOneObject(lab, mask, { word, limits }))
    return { confidence, sure: true };
  return { confidence: NOT_WHOLE * confidence, sure: false };
}

/** Returns 1 for an edge that is clearly seen, 0 for one that is not. */
function weighSeenEdge(lab: Lab, mask: Mask): number {
  return Math.min(1, Math.max(0, (seenEdge(lab, mask) - WEAK) / (CLEAR - WEAK)));
}

function getLimits({ agreement, witness, limits = USUAL_LIMITS }: Word): Limits {
  if (witness === 'person') return PERSON;
  if (witness === 'both') return { ...CONFIRMED, sure: limits.confirmedFrom };
  const { sureFrom, plainFrom, agreedFrom, plain } = limits;
  const plainly = { ...plain, area: [plain.leastArea, MOST_AREA] } as const;
  if (witness === 'models') return { ...plainly, sure: agreedFrom };
  if (witness !== 'model') return ALONE;
  return agreement < plainFrom ? { ...ALONE, sure: sureFrom } : { ...plainly, sure: sureFrom };
}

/** True for all of one object, nothing else, and nothing that a search by colours is known to fail on. */
function isOneObject(lab: Lab, mask: Mask, { word, limits }: { word: Word; limits: Limits }): boolean {
  const { agreement, witness, limits: ofModel = USUAL_LIMITS } = word;
  if (strayParts(lab, mask) > limits.along || missedParts(lab, mask) > limits.leftOut) return false;
  if (groundFringe(lab, mask) > MOST_FRINGE) return false;
  const within = groundWithin(lab, mask);
  if (within.all > limits.within) return false;
  if (witness === 'models' && agreement < ofModel.agreedOnWheelsFrom && hasWheels(lab, mask)) return false;
  if (MODELS.includes(witness) && hasSecondVehicle(lab, mask)) return false;
  if (witness === 'model' || witness === 'models') return true;
  if (witness === 'both') return agreement >= ofModel.sureFrom || within.largest <= MOST_PLACE;
  if (within.largest > MOST_PLACE || beyondEdges(lab, mask) > MOST_BEYOND) return false;
  // A vehicle's panes, plate and tyres have other colours than its body: a search leaves them out, or takes the road along.
  return witness === 'plain' || archesIn(lab, mask) < 2;
}

/** Returns the share of the picture's rim that the object covers. */
function measureRimShare({ data, width, height }: Mask): number {
  const [right, bottom] = [width - 1 - FROM_RIM, height - 1 - FROM_RIM];
  let count = 0;
  for (let x = FROM_RIM; x <= right; x++)
    count += countObjectAt(FROM_RIM * width + x) + countObjectAt(bottom * width + x);
  for (let y = FROM_RIM; y <= bottom; y++)
    count += countObjectAt(y * width + FROM_RIM) + countObjectAt(y * width + right);
  return count / (2 * (width + height - 4 * FROM_RIM));
  function countObjectAt(index: number): number {
    return data[index] > 127 ? 1 : 0;
  }
}
