import { AppError } from '#domain/errors.ts';
import {
  giveUpCopy,
  listPagePictures,
  listUncopied,
  lockPage,
  type PagePictureRow,
  saveCopy,
} from '#server/adverts/pages/page-store.ts';
import { findFileKeys, listUnneededCopies } from '#server/adverts/pages/page-view.ts';
import { expirePictures, moveEnd } from '#server/adverts/pictures/picture-store.ts';
import { copyPicture, keepPictures } from '#server/adverts/pictures/publish-pictures.ts';
import type { App } from '#server/app.ts';

const AT_A_TIME = 200;

/** Job: copies the files of a page that have no copy; run twice it does no harm. */
export async function copyPage(app: App, { code }: { code: string }): Promise<void> {
  const waiting = (await listPagePictures(app.db, code)).filter(
    ({ result_id, copied_result_id }) => result_id !== copied_result_id,
  );
  const keys = await findFileKeys(
    app.db,
    waiting.map(({ result_id }) => result_id),
  );
  for (const picture of waiting) await copyOne(app, picture, keys.get(picture.result_id));
}

/** The file that was published may be gone since, replaced by a new run: another press publishes that one. */
async function copyOne(app: App, picture: PagePictureRow, key: string | undefined): Promise<void> {
  const page = await app.change(({ tx }) => lockPage(tx, picture.code));
  if (page === null || page.ended_at !== null) return;
  try {
    if (key === undefined) throw new AppError('photos/file-missing');
    await using source = await app.files.borrow(key);
    const of = { resultId: picture.result_id, path: source.path, expiresAt: page.ends_at };
    const copy = await copyPicture(app, page.user_id, of);
    await keepPictures(app, page.user_id, [copy]);
    await app.change(async ({ tx, now }) => {
      // Its end may have been moved meanwhile.
      const present = await lockPage(tx, picture.code);
      const isWanted = await saveCopy(tx, picture, copy.id);
      if (present !== null) await moveEnd(tx, [copy.id], present.ends_at);
      const unneeded = isWanted ? picture.picture_id : copy.id;
      if (unneeded !== null) await expirePictures(tx, [unneeded], now);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.log.info({ code: error.code }, 'a picture of a page was not copied');
    await app.change(({ tx }) => giveUpCopy(tx, picture));
  }
}

/** Job by the clock: copies what an interrupted process left out, and lets go of the copies of pages that are over. */
export async function tidyPages(app: App): Promise<void> {
  for (const code of await listUncopied(app.db, AT_A_TIME)) await copyPage(app, { code });
  for (;;) {
    const ids = await listUnneededCopies(app, AT_A_TIME);
    if (ids.length === 0) return;
    await app.change(({ tx, now }) => expirePictures(tx, ids, now));
  }
}
