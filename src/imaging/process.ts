/** One photo through the recipe to all its files: one decode, the light once, then each rendition. */
import { decode, sizeAt } from './decode.ts';
import { deliver, type Planned } from './deliver.ts';
import { develop, freed, type Plan, planFor } from './develop.ts';
import { framed } from './framing.ts';
import type { Header } from './header.ts';
import type { ProcessJob, WrittenFile } from './messages.ts';

export async function processPhoto(job: ProcessJob, header: Header): Promise<WrittenFile[]> {
  const plan = planFor(job, header);
  const outputs = planned(job, plan);
  const scale = Math.max(0, ...outputs.map(({ placement }) => placement.scale));
  const upright = await decode(header, sizeAt(header, scale));
  const object = await freed(upright, plan, job);
  const isFree = object !== null;
  const picture = await develop(framed(object ?? upright, plan.framing), plan, job, isFree);
  const files: WrittenFile[] = [];
  for (const output of outputs)
    files.push(
      await deliver(
        picture,
        { ...output, isLast: output === outputs.at(-1) },
        plan.recipe,
        job.files.logoPath,
        isFree,
      ),
    );
  return files;
}

function planned({ outputs }: ProcessJob, plan: Plan): Omit<Planned, 'isLast'>[] {
  return outputs.flatMap(({ spec, paths }) =>
    spec.renditions.map((rendition, i) => {
      const path = paths[i];
      if (path === undefined) throw new Error(`no path for rendition ${i} of ${spec.key}`);
      return { spec, rendition, path, placement: plan.placementOf(rendition) };
    }),
  );
}
