/**
 * What the word of one model is worth: how its certainty is measured, and from which certainty its masks may be cut out unseen. Two models
 * differ in both, so the limits are a part of the model. Certainties and shares are 0–1.
 */
export interface ModelLimits {
  /** Pixels to both sides of the edge that are seam, as a share of the plane's side: doubt there says nothing. */
  readonly seam: number;
  /** Certainty that doubt beyond the seam takes, where it is as large as the object: 17.5 takes 0.07 for 0.004 of it. */
  readonly doubtWeight: number;
  /** Doubt up to this says nothing where it is usual for the model in this picture: some models are never quite sure. */
  readonly usualDoubt: number;
  /** Certainty from which a second look would change nothing. */
  readonly seenAtOnce: number;
  /** Certainty from which the model counts alone: a wrong cut-out is worse than a question. */
  readonly sureFrom: number;
  /** Certainty from which it counts where a search by colours finds the same. */
  readonly confirmedFrom: number;
  /** Certainty from which an object is plainly seen: colours have less to say against it. */
  readonly plainFrom: number;
  /** Agreement with a witness, and certainty of what is kept, from which the two count, as of an object that is plainly seen. */
  readonly agreedFrom: number;
  /** The same for an object with wheels: of a vehicle both take the neighbour along, and lose the same mirror. */
  readonly agreedOnWheelsFrom: number;
  /**
   * Where the two disagree and the model sees its object plainly, it counts alone if the witness sees no piece of this share, of what that
   * sees, in addition: a small model sees no spokes.
   */
  readonly witnessAlone: number;
  readonly plain: PlainLimits;
}

/** What the gate allows an object that is plainly seen. */
export interface PlainLimits {
  /** Least share of the picture: smaller objects are details. */
  readonly leastArea: number;
  /** Largest share of the picture's rim that it may touch: more was cut off, or is ground. */
  readonly rim: number;
  /** Largest part left out beside it without being ground, as a share of the object. */
  readonly leftOut: number;
  /** Largest share of the object that no edge parts from the ground. */
  readonly along: number;
  /** Largest share of the object in the ground's colours. */
  readonly within: number;
}

/**
 * Set on the planes of U²-Net-P, and what an unknown model is judged by; those of a model with a witness on IS-Net with U²-Net-P.
 */
export const USUAL_LIMITS: ModelLimits = {
  seam: 0.01,
  doubtWeight: 17.5,
  usualDoubt: 0.2,
  seenAtOnce: 0.99,
  sureFrom: 0.93,
  confirmedFrom: 0.8,
  plainFrom: 0.98,
  agreedFrom: 0.98,
  agreedOnWheelsFrom: 0.99,
  witnessAlone: 0.005,
  plain: { leastArea: 0.01, rim: 0.16, leftOut: 0.03, along: 0.1, within: 0.6 },
};

/** Set on the planes of IS-Net (fp16): the usual ones, until its own are measured. */
export const ISNET_LIMITS: ModelLimits = { ...USUAL_LIMITS };

/** Returns limits that no mask reaches: every cut-out of this model is asked about. */
export function refuseCertainty(limits: ModelLimits): ModelLimits {
  const never = Number.POSITIVE_INFINITY;
  return { ...limits, sureFrom: never, confirmedFrom: never, agreedFrom: never };
}
