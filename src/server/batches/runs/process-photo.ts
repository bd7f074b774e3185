import { AppError } from '#domain/errors.ts';
import { isViewAsked } from '#domain/recipes/background.ts';
import { type OutputSpec, takesPhoto } from '#domain/recipes/outputs.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { severalAtOnce } from '#domain/several-at-once.ts';
import type { WrittenFile } from '#imaging/messages.ts';
import type { App } from '#server/app.ts';
import { recipeFiles } from '#server/batches/previews/recipe-files.ts';
import type { Claim } from '#server/batches/runs/claim-store.ts';
import { loadPhotoEdits } from '#server/batches/runs/photo-edits.ts';
import type { StoredResult } from '#server/batches/store/result-store.ts';
import { settingsOfRun } from '#server/batches/store/run-store.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { originalKey, proxyKey, thumbnailKey } from '#server/photos/file-keys.ts';
import { isOutage } from '#server/photos/outage.ts';
import { findPhotos } from '#server/photos/photo-store.ts';

/** A worker waits for a bucket once per so many files. */
const KEPT_AT_ONCE = 6;

interface Made {
  readonly signal: AbortSignal;
  /** Collects what was kept, also when the work then fails. */
  readonly written: StoredResult[];
}

/**
 * Keeps a photo's files under their final keys before any row names them. Throws `http/unavailable` when storage or database failed and not
 * the photo; else `photos/original-gone`, `batches/processing-failed`, `recipes/picture-gone` and the image processes' errors.
 */
export async function processPhoto(app: App, claim: Claim, made: Made): Promise<void> {
  await using borrowed = new BorrowedFiles(app);
  try {
    await makeFiles(app, claim, { ...made, borrowed });
  } catch (error) {
    if (!(await isOutage(app, error, borrowed.keys))) throw error;
    throw new AppError('http/unavailable', {}, { cause: error });
  }
}

async function makeFiles(
  app: App,
  claim: Claim,
  { signal, written, borrowed }: Made & { borrowed: BorrowedFiles },
): Promise<void> {
  const run = await settingsOfRun(app.db, claim.runId);
  const [photo] = await findPhotos(app.db, claim.ownerId, [claim.photoId]);
  if (!photo) throw new AppError('photos/original-gone');
  if (!photo.format || !photo.analysis) throw new AppError('batches/processing-failed');
  const specs = run.outputs.filter((output) => takesPhoto(output, photo.id === run.coverId));
  // The original is fetched while the edits are looked up, which may take a round trip to the bucket too.
  const source = borrowed.borrowPath(originalKey(photo.id));
  source.catch(() => {});
  const edits = await loadPhotoEdits(app, claim, { borrowed, recipe: run.recipe, photo, signal });
  const { background } = recipeFor(run.recipe, edits.exception);
  const isSlow = photo.format === 'heic' || photo.format === 'avif';
  const isCopyRead = isSlow && edits.maskPath !== null && isViewAsked(background);
  const outputs = specs.map((spec) => ({
    spec,
    paths: spec.renditions.map(() => app.files.temporaryPath()),
    thumbnailPaths: spec.renditions.map(() => app.files.temporaryPath()),
  }));
  const job = {
    source: await source,
    proxyPath: isCopyRead ? await borrowed.borrowPath(proxyKey(photo.id)) : undefined,
    format: photo.format,
    analysis: photo.analysis,
    lotBalance: run.lotBalance,
    lotLook: run.lotLook,
    recipe: run.recipe,
    edits,
    files: await recipeFiles(app, borrowed, {
      ownerId: claim.ownerId,
      recipe: recipeFor(run.recipe, edits.exception),
    }),
    outputs,
  };
  try {
    await keepFiles(app, { specs: run.outputs, files: await app.imaging.process(job, signal), written });
  } finally {
    for (const path of outputs.flatMap(({ paths, thumbnailPaths }) => [...paths, ...thumbnailPaths]))
      await app.files.discard(path);
  }
}

interface KeptFiles {
  readonly specs: readonly OutputSpec[];
  readonly files: readonly WrittenFile[];
  /** Collects what was kept. */
  readonly written: StoredResult[];
}

async function keepFiles(app: App, { specs, files, written }: KeptFiles): Promise<void> {
  const kept: { path: string; key: string }[] = [];
  for (const file of files) {
    const position = specs.findIndex(({ key }) => key === file.outputKey);
    const spec = specs[position];
    const rendition = spec?.renditions.find(({ suffix }) => suffix === file.suffix);
    if (!spec || !rendition) throw new Error(`unknown output ${file.outputKey}`);
    const id = app.newId('res');
    const fileKey = `results/${id}`;
    // Noted first, so that a half-kept file, or one whose reply was lost, is removed as well.
    written.push({ id, fileKey, spec, position, format: rendition.format, file });
    kept.push({ path: file.path, key: fileKey });
    if (file.thumbnailPath !== null) kept.push({ path: file.thumbnailPath, key: thumbnailKey(id) });
  }
  await severalAtOnce(kept, KEPT_AT_ONCE, ({ path, key }) => app.files.keep(path, key));
}
