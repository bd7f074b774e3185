/** One photo through the recipe to all its files: one decode, the light once, then each rendition. */

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { quadToFramed } from '#domain/recipes/framing.ts';
import { isCutAlready } from '#imaging/background/replace.ts';
import { photoLight } from '#imaging/background/scenes/light.ts';
import { readOutline } from '#imaging/cutout/mask-file.ts';
import { deliver, type Planned } from '#imaging/deliver/deliver.ts';
import { objectOf } from '#imaging/deliver/object-facts.ts';
import type { ProcessJob, WrittenFile } from '#imaging/messages.ts';
import type { Size } from '#imaging/pixels/raw.ts';
import { decode, sizeAt } from '#imaging/read/decode.ts';
import type { Header } from '#imaging/read/header.ts';
import {
  applyRecipe,
  cutOutObject,
  keepGround,
  planFor,
  type RenderPlan,
} from '#imaging/render/apply-recipe.ts';
import { framed, pixelBox } from '#imaging/render/framing.ts';
import { isGone } from '#imaging/render/plates-left.ts';

/** Smaller pictures may wait for the collector. */
const LARGE_PIXELS = 24_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export async function processPhoto(job: ProcessJob, header: Header): Promise<WrittenFile[]> {
  const outline = await readOutline(job.edits.maskPath);
  const plan = planFor(job, header, outline);
  const outputs = planned(job);
  const onOwn = outputs.filter(({ rendition }) => plan.keepsGround(rendition));
  const files = new Map<Asked, WrittenFile>();
  const kept = onOwn.length === 0 ? null : keepGround(job);
  for (const [each, part] of [
    [{ job, plan }, outputs.filter((output) => !onOwn.includes(output))],
    [kept && { job: kept, plan: planFor(kept, header, outline) }, onOwn],
  ] as const)
    if (each !== null && part.length > 0)
      for (const [asked, file] of await processAlike(header, {
        ...each,
        outputs: part,
        isKept: each.job === kept,
      }))
        files.set(asked, file);
  return outputs.map((output) => files.get(output) as WrittenFile);
}

/** Files with one ground behind the object: the photo is read once for them. */
async function processAlike(
  header: Header,
  {
    job,
    plan,
    outputs,
    isKept,
  }: { job: ProcessJob; plan: RenderPlan; outputs: readonly Asked[]; isKept: boolean },
): Promise<[Asked, WrittenFile][]> {
  const placed = outputs.map((asked) => ({ asked, placement: plan.placementOf(asked.rendition) }));
  const scale = Math.max(0, ...placed.map(({ placement }) => placement.scale));
  const size = sizeAt(header, scale);
  const { photo, hasCutout, light } = await framedPhoto(job, header, { plan, size });
  await collectGarbage(size);
  // Before a ground is laid behind it and its alpha is gone.
  const cutout = {
    hasCutout,
    isClear: !hasCutout && isCutAlready(photo),
    isKept,
    isInLot: plan.isInLot,
    light,
    object: hasCutout ? objectOf(photo) : null,
  };
  const plates = job.edits.plates.map((plate) => ({ plate, framed: quadToFramed(plan.framing, plate) }));
  const goneFrom = placed.map(({ placement: { cut: part } }) =>
    plates
      .filter(({ framed: quad }) => isGone(quad, { photo, hasCutout, cut: part }))
      .map(({ plate }) => plate),
  );
  const picture = await applyRecipe(photo, plan, { job, hasCutout });
  const covers = plan.recipe.plates.kind === 'off' ? [] : job.edits.plates;
  const files: [Asked, WrittenFile][] = [];
  for (const [n, { asked, placement }] of placed.entries()) {
    const isLast = asked === outputs.at(-1);
    const file = await deliver(
      picture,
      { ...asked, placement, isLast },
      { recipe: plan.recipe, sharpenAmount: plan.sharpenAmount, files: job.files, cutout },
    );
    const gone = covers.length === 0 ? [] : (goneFrom[n] ?? []);
    files.push([asked, { ...file, facts: { ...file.facts, covers, ...(gone.length > 0 && { gone }) } }]);
    await collectGarbage(size);
  }
  return files;
}

/**
 * After a step that gave up pictures of this size: frees them at once. The collector counts little of what lies outside its heap, and
 * comes too late.
 */
async function collectGarbage({ width, height }: Size): Promise<void> {
  if (width * height <= LARGE_PIXELS) return;
  collect();
  // sharp's own bytes are given back in the next turn.
  await setImmediate();
}

/** Lets go of the whole photo once it is cut: three copies of a large one are more than a process may hold. */
async function framedPhoto(
  job: ProcessJob,
  header: Header,
  { plan, size }: { plan: RenderPlan; size: Size },
) {
  const { photo, isFramed, ...found } = await cutOutUpright(job, header, { plan, size });
  await collectGarbage(size);
  return { ...found, photo: isFramed ? photo : framed(photo, plan.framing) };
}

async function cutOutUpright(
  job: ProcessJob,
  header: Header,
  { plan, size }: { plan: RenderPlan; size: Size },
) {
  const upright = await decode(header, size);
  const { turn, angle, crop } = plan.framing;
  const light = await photoLight(upright, plan.recipe.background, { maskPath: job.edits.maskPath, turn });
  const isCropOnly = turn === 0 && angle === 0;
  const object = await cutOutObject(upright, plan, {
    job,
    box: isCropOnly ? pixelBox(upright, crop) : undefined,
  });
  const hasCutout = object !== null;
  return { photo: object ?? upright, hasCutout, light, isFramed: hasCutout && isCropOnly };
}

type Asked = Omit<Planned, 'isLast' | 'placement'>;

function planned({ outputs, recipe }: ProcessJob): Asked[] {
  return outputs.flatMap(({ spec, paths, thumbnailPaths }) =>
    spec.renditions.map((asked, i) => {
      const path = paths[i];
      if (path === undefined) throw new Error(`no path for rendition ${i} of ${spec.key}`);
      const thumbnailPath = thumbnailPaths?.[i] ?? null;
      return { spec, rendition: withMargins(asked, recipe), path, thumbnailPath };
    }),
  );
}
