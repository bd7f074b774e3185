import { findModelChoice } from '#server/admin/models/model-choice-store.ts';
import type { App } from '#server/app.ts';

/** Event that wakes every process: an admin chose another model. */
export const MODEL_CHOSEN = 'model-chosen';

/** Takes over choices made at other processes. Returns a function that stops it. */
export function followModelChoice({ db, live, cutoutModels, log }: App): () => void {
  const look = async () => {
    const choice = await findModelChoice(db);
    if (choice !== null && choice !== cutoutModels.getStatus().choice) cutoutModels.setChoice(choice);
  };
  return live.onWake(MODEL_CHOSEN, () => {
    look().catch((error: unknown) => log.warn({ error }, 'the choice of a model'));
  });
}
