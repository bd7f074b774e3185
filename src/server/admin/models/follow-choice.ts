import { findModelChoice } from '#server/admin/models/model-choice-store.ts';
import type { App } from '#server/app.ts';

/** Wakes every process of the installation: an admin chose another model. */
export const MODEL_CHOSEN = 'model-chosen';

/** Takes over what is chosen at another process. Returns what ends it. */
export function followModelChoice({ db, live, cutoutModels, log }: App): () => void {
  const look = async () => {
    const choice = await findModelChoice(db);
    if (choice !== null && choice !== cutoutModels.getStatus().choice) cutoutModels.setChoice(choice);
  };
  return live.onWake(MODEL_CHOSEN, () => {
    look().catch((error: unknown) => log.warn({ error }, 'the choice of a model'));
  });
}
