/** Makes previews: the recipe at screen size, by the same steps and numbers as the files. */
import { hasClearWindows } from '#domain/recipes/background.ts';
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { type Framing, framedSize } from '#domain/recipes/framing.ts';
import { longSide, type Size } from '#domain/recipes/geometry.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { type Placement, shrinkPlacement } from '#domain/recipes/placement.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import type { PreviewJob } from '#imaging/messages.ts';
import { runPart, showFile, type Use } from '#imaging/pipeline.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { type Header, readHeader } from '#imaging/read/header.ts';
import { keepGround, planFor, type RenderPlan, type Sight } from '#imaging/render/plan.ts';
import {
  buildPhotoState,
  type PhotoRequest,
  type PhotoState,
  type ScreenState,
} from '#imaging/steps/state.ts';
import { needsView, readSight } from './sight.ts';

/**
 * Long side from which a preview is a picture at rest, the file itself scaled down; smaller ones, for a slider that moves, start from a
 * small photo.
 */
const EXACT_FROM = 800;
const EXACT_SIDE = 2048;
const QUICK_SIDE = 1024;
/** Long side of the kept photo when only a part of it is shown. */
const CLOSE_SIDE = 2896;
const SMALL_KEPT = 16;
const CLOSE_KEPT = 2;
const FRAMED_KEPT = 6;

interface Source {
  /** Size of the original after orientation. */
  readonly original: Size;
  /** The file to decode: the original where that is quick, else the stored copy. */
  readonly copy: Header;
}

const sources = new LruCache<Source>(SMALL_KEPT);
/** Whole upright photos of QUICK_SIDE. */
const small = new LruCache<Raw>(SMALL_KEPT);
/** Larger photos, of which a crop is shown. */
const close = new LruCache<Raw>(CLOSE_KEPT);
const sights = new LruCache<Sight>(SMALL_KEPT);
const framedPhotos = new LruCache<PhotoState>(FRAMED_KEPT);

/** Returns the preview as JPEG, or WebP where something shows through. Throws what `readHeader` and `decode` throw. */
export async function makePreviewBytes(job: PreviewJob): Promise<Uint8Array> {
  return (await makePreview(job)).bytes;
}

/** Returns the pixels before the screen's compression. Throws as `preview` does. */
export async function previewPicture(job: PreviewJob): Promise<Raw> {
  return (await makePreview(job)).picture;
}

async function makePreview(asked: PreviewJob): Promise<ScreenState> {
  const source = await sources.get(asked.photoKey, () => readSource(asked));
  const { rotate } = recipeFor(asked.recipe, asked.edits.exception);
  const seen = JSON.stringify([asked.edits.maskPath, needsView(asked), rotate]);
  const sight = await sights.get(seen, () => readSight(asked, source.copy));
  const wanted = planFor(asked, source.original, sight);
  const isGroundKept = wanted.keepsGround(withMargins(asked.rendition, wanted.recipe));
  const job = isGroundKept ? keepGround(asked) : asked;
  const plan = isGroundKept ? planFor(job, source.original, sight) : wanted;
  const rendition = withMargins(asked.rendition, plan.recipe);
  const use = job.stage === 'after' ? 'preview' : 'before';
  const scale = chooseScale(job, { source, framing: plan.framing, final: plan.placementOf(rendition) });
  const request = { job, plan, isGroundKept, ...listReads(job, source, scale) };
  const photo = await openPhoto(
    use,
    { photoKey: job.photoKey, scale, ground: getGroundKey(job, plan) },
    request,
  );
  const developed = await runPart('develop', use, photo);
  const { placement, factor } = scale;
  const file = { rendition, placement, factor, overlays: job.overlays, isLast: true };
  return showFile(use, { ...developed, file }, { side: job.side, proof: job.proof, isOpaque: false });
}

/** Size at which a preview is worked out. */
interface Scale {
  /** Pixels of the preview per pixel of the file. */
  readonly factor: number;
  readonly placement: Placement;
  /** Pixels of the decoded photo per pixel of the original, for a picture at rest. */
  readonly exact: number;
  /**
   * For a slider that moves: the long side that the photo is kept at, its scale, and the size at which all of the framed photo is shown.
   */
  readonly quick: { readonly side: number; readonly scale: number; readonly shown: Size | null } | null;
}

function chooseScale(
  { side }: PreviewJob,
  { source, framing, final }: { source: Source; framing: Framing; final: Placement },
): Scale {
  const mostOf = (long: number) => Math.min(1, long / longSide(final.canvas));
  // Takes as many pixels as asked, or as there are.
  const all = longSide(source.copy) / longSide(source.original);
  const exact = Math.min(mostOf(EXACT_SIDE) * final.scale, all);
  if (side >= EXACT_FROM) {
    const factor = exact / final.scale;
    return { factor, placement: shrinkPlacement(final, factor), exact, quick: null };
  }
  const kept = quickSideFor(framing);
  const scale = Math.min(kept / longSide(source.original), all);
  const factor = Math.min(mostOf(side), scale / final.scale);
  const placement = shrinkPlacement(final, factor);
  return { factor, placement, exact, quick: { side: kept, scale, shown: shownWhole(placement) } };
}

/** Returns a larger side for a crop, in steps, so that a turning angle does not read the file anew. */
function quickSideFor(framing: Framing): number {
  const share = Math.min(1, longSide(framedSize(framing)) / longSide(framing.upright));
  return Math.min(CLOSE_SIDE, Math.round(QUICK_SIDE * 2 ** (Math.floor(2 * Math.log2(1 / share)) / 2)));
}

/** Returns null when a part is shown, whose edges need all pixels. */
function shownWhole({ cut, photo }: Placement): Size | null {
  return cut.width === 1 && cut.height === 1 ? photo : null;
}

/** Lists the readers that the pipeline gets the upright photo from, and what it needs to know of a quick one. */
function listReads(
  { photoKey }: PreviewJob,
  { original, copy }: Source,
  { exact, quick }: Scale,
): Pick<PhotoRequest, 'read' | 'quick'> {
  const upright = (scale: number) => decodePicture(copy, sizeAt(original, scale));
  if (quick === null) return { read: () => upright(exact), quick };
  const kept = quick.side === QUICK_SIDE ? small : close;
  return {
    read: () => kept.get(`${photoKey} ${quick.side}`, () => upright(quick.scale)),
    quick: { exact: sizeAt(original, exact), shown: quick.shown },
  };
}

/** Returns the framed photo, kept from one preview to the next. */
async function openPhoto(
  use: Use,
  { photoKey, scale, ground }: { photoKey: string; scale: Scale; ground: string | null },
  request: PhotoRequest,
): Promise<PhotoState> {
  const size = scale.quick === null ? scale.exact : scale.quick.shown;
  const key = JSON.stringify([photoKey, size, request.plan.framing, ground]);
  const kept = await framedPhotos.get(key, () => runPart('open', use, buildPhotoState(request)));
  // The next steps work in place.
  return { ...kept, request, picture: { ...kept.picture, data: Uint8Array.from(kept.picture.data) } };
}

/**
 * Returns the key of the kept picture's alpha and light: the mask, whether a background is asked at all, a scene, and whether panes are
 * clear.
 */
function getGroundKey({ stage, edits, files }: PreviewJob, { recipe }: RenderPlan): string | null {
  const { kind } = recipe.background;
  const scene = kind === 'scene' ? ' in a scene' : '';
  const panes = hasClearWindows(recipe.background) ? ' with panes' : '';
  if (stage === 'before' || kind === 'keep') return null;
  return kind === 'photo' && files.backgroundPath === null ? null : `on ${edits.maskPath}${scene}${panes}`;
}

async function readSource({ source, proxyPath }: PreviewJob): Promise<Source> {
  const header = await readHeader(source);
  const copy = header.slow ? await readHeader(proxyPath) : header;
  return { original: { width: header.width, height: header.height }, copy };
}
