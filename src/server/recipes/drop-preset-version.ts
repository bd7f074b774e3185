import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { deletePlanned } from '#server/recipes/preset-store.ts';
import { noteAct } from '#server/users/admins/admin-act-store.ts';

/** A version whose date has not come is taken back: no lot has started with it. Refuses http/bad-request for any other. */
export async function dropPresetVersion(app: App, admin: User, key: string, validFrom: Date): Promise<void> {
  await app.change(async (tx) => {
    if (!(await deletePlanned(tx, key, validFrom, app.now())))
      throw new AppError('http/bad-request', { fields: ['validFrom'] });
    await noteAct(tx, app, admin, { kind: 'preset-version-dropped', subject: key, details: { validFrom } });
  });
}
