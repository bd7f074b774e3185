/** The recipe at screen size, by the same steps and numbers as the files. */
import { hasClearWindows } from '#domain/recipes/background.ts';
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { type Framing, framedSize, turnedSize } from '#domain/recipes/framing.ts';
import { longSide, type Point, type Size } from '#domain/recipes/geometry.ts';
import { type Placement, shrunk } from '#domain/recipes/placement.ts';
import { photoLight } from '#imaging/background/scenes/light.ts';
import { readOutline } from '#imaging/cutout/mask-file.ts';
import { encodeForScreen } from '#imaging/deliver/encode.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import type { PreviewJob } from '#imaging/messages.ts';
import { overlaysOf } from '#imaging/overlays/overlays.ts';
import { drawProof } from '#imaging/overlays/proof.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decode, resized, sizeAt } from '#imaging/read/decode.ts';
import { type Header, readHeader } from '#imaging/read/header.ts';
import {
  applyRecipe,
  cutOutObject,
  keepGround,
  planFor,
  type RenderPlan,
} from '#imaging/render/apply-recipe.ts';
import { framed, pixelBox, straightened } from '#imaging/render/framing.ts';
import { render, renderUntouched } from '#imaging/render/rendering.ts';

const QUALITY = 80;
/** A picture at rest is the file itself, scaled down; smaller ones, for a slider that moves, start from a small photo. */
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

interface Framed {
  readonly picture: Raw;
  /** Its alpha is the object's. */
  readonly hasCutout: boolean;
  /** Where its light comes from in the photo; null where that is not known. */
  readonly light: number | null;
}

const sources = new LruCache<Source>(SMALL_KEPT);
/** Whole upright photos of QUICK_SIDE. */
const small = new LruCache<Raw>(SMALL_KEPT);
/** Larger ones, of which a crop is shown. */
const close = new LruCache<Raw>(CLOSE_KEPT);
const outlines = new LruCache<Point[] | null>(SMALL_KEPT);
const framedPhotos = new LruCache<Framed>(FRAMED_KEPT);

export async function preview(job: PreviewJob): Promise<Uint8Array> {
  return encodeForScreen(await previewPicture(job), QUALITY);
}

/** The pixels before the screen's compression. */
export async function previewPicture(asked: PreviewJob): Promise<Raw> {
  const source = await sources.get(asked.photoKey, () => readSource(asked));
  const { maskPath } = asked.edits;
  const outline = maskPath === null ? null : await outlines.get(maskPath, () => readOutline(maskPath));
  const wanted = planFor(asked, source.original, outline);
  const rendition = withMargins(asked.rendition, wanted.recipe);
  const keepsGround = wanted.keepsGround(rendition);
  const job = keepsGround ? keepGround(asked) : asked;
  const plan = keepsGround ? planFor(job, source.original, outline) : wanted;
  const final = plan.placementOf(rendition);
  const isQuick = job.side < EXACT_FROM;
  const mostOf = (side: number) => Math.min(1, side / longSide(final.canvas));
  // Pixels of the decoded photo per pixel of the original: as many as asked, or as there are.
  const all = longSide(source.copy) / longSide(source.original);
  const exact = Math.min(mostOf(EXACT_SIDE) * final.scale, all);
  const quickSide = quickSideFor(plan.framing);
  const there = Math.min(quickSide / longSide(source.original), all);
  const factor = isQuick ? Math.min(mostOf(job.side), there / final.scale) : exact / final.scale;
  const upright = (scale: number) => decode(source.copy, sizeAt(source.original, scale));
  const placement = shrunk(final, factor);
  const size = isQuick ? shownWhole(placement) : exact;
  const kept = await framedPhotos.get(
    JSON.stringify([job.photoKey, size, plan.framing, groundOf(job, plan)]),
    async () => {
      const kept = quickSide === QUICK_SIDE ? small : close;
      const photo = isQuick
        ? await kept.get(`${job.photoKey} ${quickSide}`, () => upright(there))
        : await upright(exact);
      const isCut = job.stage === 'after';
      const at = { maskPath: job.edits.maskPath, turn: plan.framing.turn };
      const light = isCut ? await photoLight(photo, plan.recipe.background, at) : null;
      const object = isCut ? await cutOutObject(photo, plan, { job }) : null;
      const cut = isQuick ? quicklyFramed : framed;
      const picture = cut(object ?? photo, plan.framing, sizeAt(source.original, exact));
      const shown = isQuick ? shownWhole(placement) : null;
      return {
        picture: shown === null ? picture : await resized(picture, shown),
        hasCutout: object !== null,
        light,
      };
    },
  );
  // The next steps work in place.
  const photo = { ...kept, picture: { ...kept.picture, data: Uint8Array.from(kept.picture.data) } };
  const made = await finished({ ...job, rendition }, plan, { photo, placement, factor });
  const shrink = job.side / longSide(made);
  const sized = shrink < 1 ? await resized(made, sizeAt(made, shrink)) : made;
  if (job.proof !== undefined) await drawProof(sized, job.proof);
  return sized;
}

/** A crop is shown from a larger photo, in steps, so that a turning angle does not read the file anew. */
function quickSideFor(framing: Framing): number {
  const share = longSide(framedSize(framing)) / longSide(framing.upright);
  return Math.min(CLOSE_SIDE, Math.round(QUICK_SIDE * 2 ** (Math.floor(2 * Math.log2(1 / share)) / 2)));
}

/** A crop in the place to which the picture at rest (`exact`, upright) rounds it: else it would jump by a pixel when it comes. */
function quicklyFramed(upright: Raw, framing: Framing, exact: Size): Raw {
  const { crop, turn, angle } = framing;
  if (angle !== 0 || (crop.width === 1 && crop.height === 1)) return framed(upright, framing);
  const whole = turnedSize(exact, turn);
  const { x, y, width, height } = pixelBox(whole, crop);
  return straightened(upright, {
    ...framing,
    crop: {
      x: x / whole.width,
      y: y / whole.height,
      width: width / whole.width,
      height: height / whole.height,
    },
  });
}

/** A moving slider has no time for the light of more pixels than it shows. Null: a part is shown, whose edges need them all. */
function shownWhole({ cut, photo }: Placement): Size | null {
  return cut.width === 1 && cut.height === 1 ? photo : null;
}

/** `factor`: pixels of this picture per pixel of the file. */
async function finished(
  job: PreviewJob,
  plan: RenderPlan,
  {
    photo: { picture, hasCutout, light },
    placement,
    factor,
  }: { photo: Framed; placement: Placement; factor: number },
): Promise<Raw> {
  if (job.stage === 'before') {
    const isInScene = plan.recipe.background.kind === 'scene' && job.edits.maskPath !== null;
    return renderUntouched(picture, placement, isInScene);
  }
  const developed = await applyRecipe(picture, plan, { job, hasCutout });
  return render(
    developed,
    { rendition: job.rendition, placement },
    {
      // Measured: sharpening looks the same when its amount falls with the 1.5th power of the scale.
      sharpenAmount: plan.sharpenAmount * factor ** 1.5,
      overlays: overlaysOf(plan.recipe, job.overlays, job.files.logoPath),
      isClear: hasCutout && plan.recipe.background.kind === 'transparent',
      ground: hasCutout ? plan.recipe.background : null,
      isInLot: plan.isInLot,
      light,
      groundPath: job.files.backgroundPath,
      isLast: true,
    },
  );
}

/** Key of the kept picture's alpha and light: the mask, whether a background is asked at all, a scene, and whether panes are clear before it. */
function groundOf({ stage, edits, files }: PreviewJob, { recipe }: RenderPlan): string | null {
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
