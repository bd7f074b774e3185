/** A visitor's photo through a recipe, from memory to memory. Nothing of it is written, and nothing is kept for the next one. */
import { AppError } from '#domain/errors.ts';
import { batchBalance } from '#domain/photos/analysis.ts';
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { shrinkPlacement } from '#domain/recipes/placement.ts';
import { measureTones } from '#imaging/analyse/analyse.ts';
import { measureSigns } from '#imaging/analyse/inspect.ts';
import type { Treatment, TriedPhoto, TryJob } from '#imaging/messages.ts';
import { runPart, showFile } from '#imaging/pipeline.ts';
import { flattenOnto, type Raw } from '#imaging/pixels/raw.ts';
import { decodeSmall } from '#imaging/read/decode.ts';
import { sniffFormat } from '#imaging/read/sniff.ts';
import { planFor } from '#imaging/render/plan.ts';
import { buildPhotoState } from '#imaging/steps/state.ts';

/** A mark on less than this would be all there is to see. */
const LEAST_SIDE = 64;

export async function tryPhoto(job: TryJob): Promise<TriedPhoto> {
  const upright = await openedPhoto(job);
  const analysis = { ...measureTones(upright), ...(await measureSigns(upright)) };
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
  const placement = shrinkPlacement(whole, factor);
  const request = { job: treatment, plan, isGroundKept: false, read: async () => upright, quick: null };
  const photo = await runPart('open', 'try', buildPhotoState(request));
  const untouched = { ...photo.picture, data: photo.picture.data.slice() };
  const file = { rendition, placement, factor, overlays: false, isLast: true };
  const screen = { side: job.side, proof: job.proof, isOpaque: true };
  const before = await showFile('before', { ...photo, picture: untouched, file }, screen);
  const developed = await runPart('develop', 'try', photo);
  const after = await showFile('try', { ...developed, file }, screen);
  return { before: before.bytes, after: after.bytes };
}

/** Known by its bytes, whatever it is called; opaque. */
async function openedPhoto({ bytes, mostSide }: TryJob): Promise<Raw> {
  const format = sniffFormat(bytes);
  if (format === 'heic' || format === 'avif') throw new AppError('photos/try-format');
  const raw = await decodeSmall(Buffer.from(bytes), { format, mostSide });
  if (Math.min(raw.width, raw.height) < LEAST_SIDE) throw new AppError('photos/too-small');
  return flattenOnto(raw, [255, 255, 255]);
}
