/** One photo through the recipe to all its files: one decode, the light once, then each rendition. */
import { withMargins } from '#domain/recipes/crop-fit.ts';
import { decode, sizeAt } from './decode.ts';
import { deliver, type Planned } from './deliver.ts';
import { develop, freed, type Plan, planFor } from './develop.ts';
import { framed, pixelBox } from './framing.ts';
import type { Header } from './header.ts';
import { letGo } from './let-go.ts';
import type { ProcessJob, WrittenFile } from './messages.ts';
import { objectOf } from './object-facts.ts';
import type { Size } from './raw.ts';

export async function processPhoto(job: ProcessJob, header: Header): Promise<WrittenFile[]> {
  const plan = planFor(job, header);
  const outputs = planned(job, plan);
  const scale = Math.max(0, ...outputs.map(({ placement }) => placement.scale));
  const size = sizeAt(header, scale);
  const { photo, isFree } = await framedPhoto(job, header, plan, size);
  await letGo(size);
  // Before a ground is laid behind it and its alpha is gone.
  const freed = { isFree, object: isFree ? objectOf(photo) : null };
  const picture = await develop(photo, plan, job, isFree);
  const files: WrittenFile[] = [];
  for (const output of outputs) {
    files.push(
      await deliver(picture, { ...output, isLast: output === outputs.at(-1) }, plan.recipe, job.files, freed),
    );
    await letGo(size);
  }
  return files;
}

/** What it was cut from is let go: of a large photo, three copies are more than a process may hold. */
async function framedPhoto(job: ProcessJob, header: Header, plan: Plan, size: Size) {
  const { photo, isFree, isFramed } = await freedPhoto(job, header, plan, size);
  await letGo(size);
  return { photo: isFramed ? photo : framed(photo, plan.framing), isFree };
}

async function freedPhoto(job: ProcessJob, header: Header, plan: Plan, size: Size) {
  const upright = await decode(header, size);
  const { turn, angle, crop } = plan.framing;
  const isCropOnly = turn === 0 && angle === 0;
  const object = await freed(upright, plan, job, isCropOnly ? pixelBox(upright, crop) : undefined);
  const isFree = object !== null;
  return { photo: object ?? upright, isFree, isFramed: isFree && isCropOnly };
}

function planned({ outputs }: ProcessJob, plan: Plan): Omit<Planned, 'isLast'>[] {
  return outputs.flatMap(({ spec, paths, thumbnailPaths }) =>
    spec.renditions.map((asked, i) => {
      const path = paths[i];
      if (path === undefined) throw new Error(`no path for rendition ${i} of ${spec.key}`);
      const rendition = withMargins(asked, plan.recipe);
      const thumbnailPath = thumbnailPaths?.[i] ?? null;
      return { spec, rendition, path, thumbnailPath, placement: plan.placementOf(rendition) };
    }),
  );
}
