import type { Logger } from 'pino';
import { createImaging } from '#server/adapters/imaging/pool.ts';
import { createCutoutModels, manifestsIn } from '#server/adapters/models/create.ts';
import { findModelChoice } from '#server/admin/models/model-choice-store.ts';
import type { App } from '#server/app.ts';
import { type Config, modelSettings } from '#server/config.ts';

interface Surroundings {
  readonly db: App['db'];
  readonly files: App['files'];
  readonly log: Logger;
  readonly now: () => Date;
  readonly started: AsyncDisposableStack;
}

/** Starts the image processes, with the model by which they cut objects out. */
export async function startImaging(
  config: Config,
  { db, files, log, now, started }: Surroundings,
): Promise<Pick<App, 'cutoutModels' | 'imaging'>> {
  const { cutoutManifest: operatorManifest, platesManifest } = manifestsIn(config.MODELS_FOLDER);
  const cutoutModels = createCutoutModels({
    ...modelSettings(config),
    operatorManifest,
    files,
    log,
    now,
    choice: await findModelChoice(db),
  });
  started.defer(() => cutoutModels.close());
  const imaging = createImaging({
    batchProcesses: config.LOT_PROCESSES,
    cutoutManifest: () => cutoutModels.getManifestPath(),
    cutoutWitness: () => cutoutModels.getWitnessPath(),
    onModelFailure: (manifest) => cutoutModels.recheckModel(manifest),
    platesManifest,
    log,
  });
  started.defer(() => imaging.close());
  return { cutoutModels, imaging };
}
