/** A visitor's photo through a recipe, from memory to memory. Nothing of it is written, and nothing is kept for the next one. */
import { AppError } from '#domain/errors.ts';
import { batchBalance } from '#domain/photos/analysis.ts';
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { shrunk } from '#domain/recipes/placement.ts';
import { analyse } from '#imaging/analyse/analyse.ts';
import { inspect } from '#imaging/analyse/inspect.ts';
import { encodeForScreen } from '#imaging/deliver/encode.ts';
import type { Treatment, TriedPhoto, TryJob } from '#imaging/messages.ts';
import { NO_OVERLAYS } from '#imaging/overlays/overlays.ts';
import { drawProof } from '#imaging/overlays/proof.ts';
import { flattened, type Raw } from '#imaging/pixels/raw.ts';
import { decodeSmall, fitWithin } from '#imaging/read/decode.ts';
import { sniff } from '#imaging/read/sniff.ts';
import { applyRecipe, planFor } from '#imaging/render/apply-recipe.ts';
import { framed } from '#imaging/render/framing.ts';
import { render, renderUntouched } from '#imaging/render/rendering.ts';

const QUALITY = 80;
/** A mark on less than this would be all there is to see. */
const LEAST_SIDE = 64;

export async function tryPhoto(job: TryJob): Promise<TriedPhoto> {
  const upright = await openedPhoto(job);
  const analysis = { ...analyse(upright), ...(await inspect(upright)) };
  const treatment: Treatment = {
    analysis,
    lotBalance: batchBalance([analysis]),
    recipe: job.recipe,
    edits: { exception: NO_OVERRIDES, plates: [], maskPath: null, subject: null },
    files: { logoPath: null, plateLogoPath: null, backgroundPath: null },
  };
  const plan = planFor(treatment, upright);
  const rendition = withMargins(job.rendition, plan.recipe);
  const whole = plan.placementOf(rendition);
  const factor = Math.min(1, job.side / longSide(whole.canvas));
  const placement = shrunk(whole, factor);
  const untouched = framed(upright, plan.framing);
  const before = await renderUntouched({ ...untouched, data: untouched.data.slice() }, placement, false);
  const developed = await applyRecipe(untouched, plan, { job: treatment, hasCutout: false });
  const after = await render(
    developed,
    { rendition, placement },
    {
      sharpenAmount: plan.sharpenAmount * factor ** 1.5,
      overlays: NO_OVERLAYS,
      isClear: false,
      isInLot: false,
      ground: null,
      light: null,
      groundPath: null,
      isLast: true,
    },
  );
  return { before: await proofOf(before, job), after: await proofOf(after, job) };
}

/** Known by its bytes, whatever it is called; opaque. */
async function openedPhoto({ bytes, mostSide }: TryJob): Promise<Raw> {
  const format = sniff(bytes);
  if (format === 'heic' || format === 'avif') throw new AppError('photos/try-format');
  const raw = await decodeSmall(Buffer.from(bytes), { format, mostSide });
  if (Math.min(raw.width, raw.height) < LEAST_SIDE) throw new AppError('photos/too-small');
  return flattened(raw, [255, 255, 255]);
}

async function proofOf(picture: Raw, { side, proof }: TryJob): Promise<Uint8Array> {
  const sized = await fitWithin(flattened(picture, [255, 255, 255]), side);
  await drawProof(sized, proof);
  return encodeForScreen(sized, QUALITY);
}
