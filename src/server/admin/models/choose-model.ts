import { AppError } from '#domain/errors.ts';
import { MODEL_CHOSEN } from '#server/admin/models/follow-choice.ts';
import { findModelChoice, storeModelChoice } from '#server/admin/models/model-choice-store.ts';
import type { App, User } from '#server/app.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';

/** Which model cuts out from now on; what is chosen and not here is fetched at once, so that choosing it again tries again. */
export async function chooseModel(app: App, admin: User, choice: string): Promise<void> {
  const { cutoutModels } = app;
  if (!cutoutModels.isOpen) throw new AppError('photos/model-is-set');
  const model = cutoutModels.catalogue.find(({ key }) => key === choice);
  if (!model && choice !== 'auto' && choice !== 'off') throw new AppError('http/bad-request');
  await app.change(async ({ tx, changes }) => {
    const before = await findModelChoice(tx);
    await storeModelChoice(tx, choice);
    const details = {
      before: before ?? cutoutModels.getStatus().choice,
      ...(model && { name: model.manifest.name }),
    };
    await recordAudit(tx, app, { admin, kind: 'model-chosen', subject: choice, details });
    changes.afterCommit(() => cutoutModels.setChoice(choice));
    changes.afterCommit(() => app.live.wake(MODEL_CHOSEN));
  });
}
