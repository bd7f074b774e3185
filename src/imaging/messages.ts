/** Messages between the server and an image process. They carry file paths and numbers over IPC; only previews and tries carry pixels. */
import type { FileFacts } from '#domain/batches/file-facts.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Analysis } from '#domain/photos/analysis.ts';
import type { ModelRemark } from '#domain/photos/cutout-models.ts';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import type { CutoutEngine, CutoutHints } from '#domain/recipes/cutout.ts';
import type { Box, Point, Quad } from '#domain/recipes/geometry.ts';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import type { FileWarning, OutputSpec, Rendition } from '#domain/recipes/outputs.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

/**
 * Job that reads an upload: its kind, fingerprint, thumbnail (WebP, 400 px) and proxy (JPEG, 1600 px), which are written to the given
 * paths.
 */
export interface PrepareJob {
  readonly source: string;
  readonly thumbnailPath: string;
  readonly proxyPath: string;
}

/** Licence plates that the engine thinks it sees. */
export interface SuggestedPlates {
  /** Surest first. */
  readonly plateSuggestions: readonly Quad[];
  /** Plates of `plateSuggestions` that the engine is sure of. */
  readonly surePlates: readonly Quad[];
}

export interface PreparedPhoto extends SuggestedPlates {
  readonly format: PhotoFormat;
  /** Size in pixels after orientation. */
  readonly width: number;
  readonly height: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** ThumbHash as base64. */
  readonly thumbhash: string;
  /** Capture time from EXIF as ISO without zone („2026-11-18T12:04:00”), null when unknown. */
  readonly takenAt: string | null;
  readonly hasGps: boolean;
  readonly hasAlpha: boolean;
  readonly analysis: Analysis;
}

/** Job that writes a photo to `path` as an avatar. */
export interface AvatarJob {
  readonly source: string;
  readonly path: string;
}

export interface WrittenAvatar {
  /** SHA-256 of the written file, lower-case hex. */
  readonly sha256: string;
}

/** Job that writes the copy of a delivered file that other sites fetch to `path`. */
export interface PublicPictureJob {
  readonly source: string;
  readonly path: string;
}

export interface WrittenPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Difference hash: 64 bits in hexadecimal. */
  readonly fingerprint: string;
}

/** A photo's own edits beside the batch's recipe. */
export interface PhotoEdits {
  readonly exception: PhotoOverrides;
  /** Plates to be covered. */
  readonly plates: readonly Quad[];
  /** Suggested plates that the person has not looked at: they are neither covered nor cut. */
  readonly seenPlates?: readonly Quad[];
  /** The kept cut-out (8-bit grey PNG of the upright photo, any size); null when none is sure, and the background stays. */
  readonly maskPath: string | null;
  /** Points around the object (a box's corners do), on the upright photo; null when not known. */
  readonly subject: readonly Point[] | null;
}

/** Own pictures that a recipe lays into or over a photo. */
export interface RecipeFiles {
  readonly logoPath: string | null;
  readonly plateLogoPath: string | null;
  readonly backgroundPath: string | null;
}

/** Everything that decides what a photo will look like. */
export interface Treatment {
  readonly analysis: Analysis;
  /** Gains for the whole batch when the recipe asks for one balance; null otherwise. */
  readonly lotBalance: readonly [number, number, number] | null;
  /** How the batch's objects stand on another ground. Missing in runs that began before there was one: each object stands by itself. */
  readonly lotLook?: LotLook | null;
  readonly recipe: Recipe;
  readonly edits: PhotoEdits;
  readonly files: RecipeFiles;
}

/** Job that takes one photo through the recipe to all its outputs, with one decode. */
export interface ProcessJob extends Treatment {
  readonly source: string;
  /** Read instead of a photo that is slow to read, where a small copy says enough. */
  readonly proxyPath?: string | undefined;
  readonly format: PhotoFormat;
  readonly outputs: readonly {
    readonly spec: OutputSpec;
    readonly paths: readonly string[];
    /** Path of a small WebP of each file, for lists; missing: the files will not be listed. */
    readonly thumbnailPaths?: readonly string[];
  }[];
}

export interface WrittenFile {
  readonly outputKey: string;
  readonly suffix: string;
  readonly path: string;
  readonly thumbnailPath: string | null;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly FileWarning[];
  readonly facts: FileFacts;
}

/** Job for the same engine at screen size. `photoKey` names the decoded picture that the process keeps for previews. */
export interface PreviewJob extends Treatment {
  readonly photoKey: string;
  readonly source: string;
  readonly proxyPath: string;
  readonly format: PhotoFormat;
  readonly overlays: boolean;
  readonly rendition: Rendition;
  /** Long side of the preview, 320–1024. */
  readonly side: number;
  /** 'before' returns the photo with the same framing and otherwise untouched. */
  readonly stage: 'before' | 'after';
  /** Text written all over a picture that is for looking at only. */
  readonly proof?: string;
}

/** Job that writes a seller's file to `path` as a logo. */
export interface LogoJob {
  readonly source: string;
  readonly path: string;
}

/** Job that takes a visitor's photo through a recipe, from memory to memory: nothing of it is written. */
export interface TryJob {
  readonly bytes: Uint8Array;
  /** Long side in pixels; a longer photo is refused. */
  readonly mostSide: number;
  readonly recipe: Recipe;
  readonly rendition: Rendition;
  /** Long side of the returned pictures, in pixels. */
  readonly side: number;
  /** Text written all over them. */
  readonly proof: string;
}

/** Both pictures have the same framing and are JPEGs. */
export interface TriedPhoto {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Finds the object of a photo and writes its mask: an 8-bit grey PNG of the upright photo, long side ≤ 1024, 255 = object. `urgent`: a
 * person waits for it.
 */
export interface CutoutJob {
  readonly source: string;
  readonly proxyPath: string;
  readonly hints: CutoutHints;
  /** The mask that the strokes correct; null starts anew, within the box where there is one. */
  readonly previousMaskPath: string | null;
  /** The mask that a model found by itself, if it did; a person's new strokes correct that one. */
  readonly modelMaskPath?: string | null;
  /** Number of strokes already in that mask: only the others move its edge. */
  readonly knownStrokes: number;
  readonly maskPath: string;
  readonly urgent: boolean;
}

export interface FoundCutout {
  readonly engine: CutoutEngine;
  /** 0–1: how far independent tries agree, and how much the result looks like one whole object. */
  readonly confidence: number;
  /** Good enough to be used before a person has looked. */
  readonly sure: boolean;
  /** Around the object; null when nothing was found. */
  readonly box: Box | null;
  /** True when the object is in pieces, or hardly there. */
  readonly broken: boolean;
  /** What the operator should hear of the models, where there is something. */
  readonly troubles?: readonly ModelTrouble[];
}

/** What did not stop a cut-out: a witness that `failed`, or a model that answers `unlike` the one whose limits it would have. */
export interface ModelTrouble {
  readonly manifest: string;
  readonly kind: 'failed' | 'unlike';
  readonly error?: string;
}

export type ModelUse = 'cutout' | 'plates';

/** An operator's model, tried. All fields but `problem` are null when it could not even be read. */
export interface ModelReport {
  readonly name: string | null;
  readonly licence: string | null;
  readonly sha256: string | null;
  readonly runtime: 'onnxruntime' | null;
  /** Time for one picture, loading not counted. */
  readonly milliseconds: number | null;
  /** What is wrong, for the operator, in English; null when it works. */
  readonly problem: string | null;
  /** What the page has a sentence for, or null; `unlike` is said of a model that works. */
  readonly remark: ModelRemark | null;
}

/** `alone`: the caller sees to it that no other large photo is worked on meanwhile. */
export type ImagingRequest =
  | { readonly id: number; readonly kind: 'prepare'; readonly job: PrepareJob; readonly alone: boolean }
  | { readonly id: number; readonly kind: 'avatar'; readonly job: AvatarJob; readonly alone: boolean }
  | {
      readonly id: number;
      readonly kind: 'public-picture';
      readonly job: PublicPictureJob;
      readonly alone: boolean;
    }
  | { readonly id: number; readonly kind: 'process'; readonly job: ProcessJob; readonly alone: boolean }
  | {
      readonly id: number;
      readonly kind: 'cutout';
      readonly job: CutoutJob;
      /** Path of the manifest of the operator's model, when that is tried first; else null. */
      readonly manifest: string | null;
      /** Path of the manifest of a second model, asked whether it sees the same. */
      readonly witness?: string | null;
      readonly alone: boolean;
    }
  | { readonly id: number; readonly kind: 'check-model'; readonly manifest: string; readonly use: ModelUse }
  /** Asks for the plates that the operator's detector sees in a photo's proxy. */
  | { readonly id: number; readonly kind: 'plates'; readonly manifest: string; readonly proxyPath: string }
  /** Asks for what a model's witness alone sees of a photo, for a person who waits. `manifest`: the model's, which the process keeps. */
  | {
      readonly id: number;
      readonly kind: 'sketch';
      readonly manifest: string;
      readonly witness: string;
      readonly proxyPath: string;
    }
  /** Announces strokes on this photo: everything they need is loaded. */
  | { readonly id: number; readonly kind: 'expect-strokes'; readonly proxyPath: string }
  | { readonly id: number; readonly kind: 'preview'; readonly job: PreviewJob }
  | { readonly id: number; readonly kind: 'try'; readonly job: TryJob }
  | { readonly id: number; readonly kind: 'logo'; readonly job: LogoJob };

/**
 * `ok: 'alone'`: nothing was done, because the header says that the photo is large. Ask again with `alone` when no other one is under way.
 */
export type ImagingReply =
  | {
      readonly id: number;
      readonly ok: true;
      readonly result:
        | PreparedPhoto
        | WrittenAvatar
        | WrittenPicture
        | readonly WrittenFile[]
        | FoundCutout
        | ModelReport
        | SuggestedPlates
        | Uint8Array
        | TriedPhoto
        | boolean
        | null;
    }
  | { readonly id: number; readonly ok: 'alone' }
  | {
      readonly id: number;
      readonly ok: false;
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, unknown>>;
      /** What went wrong when it was not the photo's fault; for the log alone. */
      readonly fault?: string;
    };
