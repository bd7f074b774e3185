/**
 * State that the steps of the pipeline hand on. A step takes the state and returns it with what it changed; it may change the picture in
 * place.
 */
import type { Background } from '#domain/recipes/background.ts';
import type { Quad, Size } from '#domain/recipes/geometry.ts';
import type { OutputSpec, Rendition } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { Mask } from '#imaging/cutout/mask.ts';
import type { FittedFile } from '#imaging/deliver/target-size.ts';
import type { Treatment, WrittenFile } from '#imaging/messages.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import type { RenderPlan } from '#imaging/render/plan.ts';

export type Step<State> = (state: State) => State | Promise<State>;

/** Request for a photo; no step changes it. */
export interface PhotoRequest {
  readonly job: Treatment;
  readonly plan: RenderPlan;
  /** Reads the upright photo at the size that is worked at. */
  readonly read: () => Promise<Raw>;
  /** True when its files keep its own ground, since they have no edges for those that it cut its object off at. */
  readonly isGroundKept: boolean;
  /** Sizes of a small picture while a slider moves; null when every pixel counts. */
  readonly quick: Quick | null;
}

interface Quick {
  /** Size of the upright photo that the picture at rest is made from. */
  readonly exact: Size;
  /** Size at which the framed photo is shown; null when only a part of it is, whose edges need all its pixels. */
  readonly shown: Size | null;
}

/** A photo on its way to the picture that all its files are cut from. */
export interface PhotoState {
  readonly request: PhotoRequest;
  readonly picture: Raw;
  /** True when the picture's alpha is its object's; everything else gives way to the recipe's ground. */
  readonly hasCutout: boolean;
  /** True when it came with its background taken out, and was given no other. */
  readonly isClear: boolean;
  /** True when the crop is done with the cut-out. */
  readonly isFramed: boolean;
  /** Where the object's light comes from in the photo: −1 left, 1 right; null where that is not known. */
  readonly light: number | null;
  /** The object on the framed photo, small; null without a cut-out. */
  readonly object: Mask | null;
  readonly plates: readonly SeenPlate[];
}

/** A plate that is to be covered. */
export interface SeenPlate {
  /** On the upright photo, as the person confirmed it. */
  readonly plate: Quad;
  /** On the framed photo. */
  readonly quad: Quad;
  /** Share of it that is on the object, 0–1; 1 without a cut-out. */
  readonly left: number;
}

/** Request for one file, or for one picture that shows a file. */
export interface FileRequest {
  readonly rendition: Rendition;
  readonly placement: Placement;
  /** Pixels of this picture per pixel of the file. */
  readonly factor: number;
  /** True when marks may be laid over it. */
  readonly overlays: boolean;
  /** True for the last one that is made of the framed picture, which may be used up for it. */
  readonly isLast: boolean;
}

export interface FileState extends PhotoState {
  readonly file: FileRequest;
}

/** A picture for looking at only. */
export interface ScreenState extends FileState {
  readonly screen: {
    /** Its long side at most, in pixels. */
    readonly side: number;
    /** Text written all over it. */
    readonly proof?: string;
    /** True when white shows where it is clear. */
    readonly isOpaque: boolean;
  };
  /** Empty until it is encoded. */
  readonly bytes: Uint8Array;
}

export interface DeliveryState extends FileState {
  readonly delivery: {
    readonly spec: OutputSpec;
    readonly path: string;
    readonly thumbnailPath: string | null;
  };
  /** Null until it is encoded. */
  readonly encoded: FittedFile | null;
  /** Null until it is on the disk. */
  readonly written: WrittenFile | null;
}

const NO_PICTURE: Raw = { data: new Uint8Array(), width: 0, height: 0, channels: 3 };

export function buildPhotoState(request: PhotoRequest): PhotoState {
  return {
    request,
    picture: NO_PICTURE,
    hasCutout: false,
    isClear: false,
    isFramed: false,
    light: null,
    object: null,
    plates: [],
  };
}

/** Returns the ground behind the cut-out object; null where the photo's own stays. */
export function getNewGround({ hasCutout, request: { plan } }: PhotoState): Background | null {
  return hasCutout ? plan.recipe.background : null;
}

/** Returns the cover of plates. */
export function getPlateCover({ request: { job, plan } }: PhotoState): {
  cover: PlateCover;
  logoPath: string | null;
} {
  return { cover: plan.recipe.plates, logoPath: job.files.plateLogoPath };
}
