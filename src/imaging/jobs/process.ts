/**
 * Takes one photo through the recipe to all its files: one decode, and the light once for all that have the same ground behind the object.
 */
import { withMargins } from '#domain/recipes/crop-fit.ts';
import type { OutputSpec, Rendition } from '#domain/recipes/outputs.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import { collectGarbage, freeBytes } from '#imaging/collect-garbage.ts';
import type { ProcessJob, WrittenFile } from '#imaging/messages.ts';
import { runPart } from '#imaging/pipeline.ts';
import { decodePicture, sizeAt } from '#imaging/read/decode.ts';
import { type Header, readHeader } from '#imaging/read/header.ts';
import { keepGround, planFor } from '#imaging/render/plan.ts';
import { buildPhotoState, type PhotoRequest, type PhotoState } from '#imaging/steps/state.ts';
import { needsView, readSight } from './sight.ts';

/**
 * Writes all files and returns them in the order of the outputs' renditions. Throws `photos/corrupt` when the photo does not decode, what
 * `readHeader` and `decode` throw for the recipe's own pictures, and a plain error when a rendition has no path.
 */
export async function processPhoto(job: ProcessJob, header: Header): Promise<WrittenFile[]> {
  const isProxyRead = header.slow && job.proxyPath !== undefined && needsView(job);
  const sight = await readSight(job, isProxyRead ? await readHeader(job.proxyPath) : header);
  const plan = planFor(job, header, sight);
  const files = listFiles(job);
  const onOwn = files.filter(({ asked }) => plan.keepsGround(withMargins(asked, plan.recipe)));
  const onNew = files.filter((file) => !onOwn.includes(file));
  const kept = keepGround(job);
  const written = new Map([
    ...(await makeFiles(header, onNew, { job, plan, isGroundKept: false })),
    ...(await makeFiles(header, onOwn, {
      job: kept,
      plan: planFor(kept, header, sight),
      isGroundKept: true,
    })),
  ]);
  return files.map((file) => written.get(file) as WrittenFile);
}

interface AskedFile {
  readonly spec: OutputSpec;
  readonly asked: Rendition;
  readonly path: string;
  readonly thumbnailPath: string | null;
}

function listFiles({ outputs }: ProcessJob): AskedFile[] {
  return outputs.flatMap(({ spec, paths, thumbnailPaths }) =>
    spec.renditions.map((asked, i) => {
      const path = paths[i];
      if (path === undefined) throw new Error(`no path for rendition ${i} of ${spec.key}`);
      const thumbnailPath = thumbnailPaths?.[i] ?? null;
      return { spec, asked, path, thumbnailPath };
    }),
  );
}

/** Makes the files of one ground; the photo is read once for them. */
async function makeFiles(
  header: Header,
  files: readonly AskedFile[],
  request: Pick<PhotoRequest, 'job' | 'plan' | 'isGroundKept'>,
): Promise<[AskedFile, WrittenFile][]> {
  if (files.length === 0) return [];
  const placed = files.map((file) => {
    const rendition = withMargins(file.asked, request.plan.recipe);
    return { file, rendition, placement: request.plan.placementOf(rendition) };
  });
  const size = sizeAt(header, Math.max(...placed.map(({ placement }) => placement.scale)));
  const start = buildPhotoState({ ...request, read: () => decodePicture(header, size), quick: null });
  const photo = await runPart('develop', 'files', await runPart('open', 'files', start));
  const written: [AskedFile, WrittenFile][] = [];
  for (const { file, rendition, placement } of placed) {
    const isLast = file === files.at(-1);
    written.push([file, await makeFile(photo, file, { rendition, placement, isLast })]);
    await collectGarbage(size);
  }
  freeBytes(photo.picture.data);
  return written;
}

async function makeFile(
  photo: PhotoState,
  { spec, path, thumbnailPath }: AskedFile,
  { rendition, placement, isLast }: { rendition: Rendition; placement: Placement; isLast: boolean },
): Promise<WrittenFile> {
  const file = { rendition, placement, factor: 1, overlays: spec.overlays, isLast };
  const finished = await runPart('finish', 'files', { ...photo, file });
  const delivery = { spec, path, thumbnailPath };
  const { written } = await runPart('deliver', 'files', {
    ...finished,
    delivery,
    encoded: null,
    written: null,
  });
  if (written === null) throw new Error('the file is not written');
  freeBytes(finished.picture.data);
  return written;
}
