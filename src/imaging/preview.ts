/** The recipe at screen size, by the same steps and numbers as the files. */
import { recipeFor } from '#domain/recipes/exception.ts';
import { decode, sizeAt } from './decode.ts';
import { encodeForScreen } from './encode.ts';
import { cropBox, placementOf, shrunk, turnedSize } from './framing.ts';
import { type Header, readHeader } from './header.ts';
import { applyLight, balanceFor } from './light.ts';
import type { PreviewJob } from './messages.ts';
import { overlaysOf } from './overlays.ts';
import { coverPlates } from './plates/cover.ts';
import { framedBy, framedPlates } from './process.ts';
import type { Raw, Size } from './raw.ts';
import { Recent } from './recent.ts';
import { render } from './rendering.ts';
import { SHARPEN_AMOUNT } from './sharpen.ts';

const FRAME_SIDE = 1024;
const FRAMES = 16;
const QUALITY = 80;

interface Frame {
  readonly picture: Raw;
  /** Of the original, after orientation. */
  readonly original: Size;
}

const frames = new Recent<Frame>(FRAMES);

export async function preview(job: PreviewJob): Promise<Uint8Array> {
  return encodeForScreen(await previewPicture(job), QUALITY);
}

/** The pixels before the screen's compression. */
export async function previewPicture(job: PreviewJob): Promise<Raw> {
  const { picture, original } = await frames.get(job.photoKey, () => readFrame(job));
  const { rendition } = job;
  const recipe = recipeFor(job.recipe, job.edits.exception);
  const size = turnedSize(original, recipe.rotate);
  const box = cropBox(size, recipe.crop);
  const final = placementOf({ width: size.width * box.width, height: size.height * box.height }, rendition);
  const factor = factorFor(
    job.side,
    Math.max(final.canvas.width, final.canvas.height),
    picture,
    original,
    final.scale,
  );
  const framed = framedBy(picture, recipe.rotate, recipe.crop);
  const after = job.stage === 'after';
  if (after) {
    applyLight(framed, recipe.light, job.analysis, balanceFor(recipe.light, job.analysis, job.lotBalance));
    await coverPlates(framed, framedPlates(original, recipe, job), recipe.plates, job.files.plateLogoPath);
  }
  return render(framed, { ...rendition, format: 'jpeg' }, shrunk(final, factor), {
    // Measured: sharpening looks the same when its amount falls with the 1.5th power of the scale.
    sharpenAmount: after ? SHARPEN_AMOUNT[recipe.sharpen] * factor ** 1.5 : 0,
    overlays: overlaysOf(recipe, after && job.overlays, job.files.logoPath),
  });
}

/** Preview pixels per pixel of the file: as asked, but never more than the kept frame has. */
function factorFor(
  side: number,
  finalSide: number,
  picture: Size,
  original: Size,
  finalScale: number,
): number {
  const kept = Math.max(picture.width, picture.height) / Math.max(original.width, original.height);
  return Math.min(1, side / finalSide, kept / finalScale);
}

/** From the original where that is quick, else from the stored copy. */
async function readFrame(job: PreviewJob): Promise<Frame> {
  const header = await readHeader(job.source);
  const copy: Header = header.slow ? await readHeader(job.proxyPath) : header;
  const long = Math.max(copy.width, copy.height);
  const picture = await decode(copy, sizeAt(copy, Math.min(1, FRAME_SIDE / long)));
  return { picture, original: { width: header.width, height: header.height } };
}
