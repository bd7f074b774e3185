import { withCommaLetters } from '#domain/language/fold.ts';
import { renamed } from '#domain/photos/limits.ts';
import type { App, User } from '#server/app.ts';
import { lockLotsOf, photoChanged } from '#server/batches/photos/photo-changed.ts';
import { findPhoto, setName } from '#server/photos/photo-store.ts';

/** The lots that hold it are told: it may have another place in them now. */
export async function renamePhoto(app: App, user: User, photoId: string, wanted: string): Promise<string> {
  return app.change(async (tx, changes) => {
    const lots = await lockLotsOf(tx, photoId);
    const photo = await findPhoto(tx, user.id, photoId);
    const name = renamed(photo.name, withCommaLetters(wanted));
    if (name === photo.name) return name;
    await photoChanged(tx, changes, lots, await setName(tx, photoId, name), app.now());
    return name;
  });
}
