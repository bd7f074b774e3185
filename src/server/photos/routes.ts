import * as contract from '#contract/photos.ts';
import { fittingName } from '#domain/batches/file-names.ts';
import { AppError } from '#domain/errors.ts';
import { originalName } from '#domain/photos/original-name.ts';
import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App } from '#server/app.ts';
import { sendFile, sendSmallCopy } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import { findCutout } from '#server/photos/cutout-store.ts';
import { withHints } from '#server/photos/cutout-view.ts';
import { maskKey, originalKey, proxyKey, thumbnailKey } from '#server/photos/file-keys.ts';
import { findPhoto, photosOfFiles } from '#server/photos/photo-store.ts';
import { listPhotos } from '#server/photos/photo-view.ts';

export function photoRoutes(app: App): RouteHandler[] {
  // A page asks for dozens of them at once.
  const find = createBatchLoader((ids: readonly string[]) => photosOfFiles(app.db, ids));
  const ready = async (ownerId: string, photoId: string) => {
    const photo = await find(photoId);
    if (photo?.owner_id !== ownerId) throw new AppError('photos/not-found');
    if (photo.state !== 'ready') throw new AppError('photos/file-missing');
    return photo;
  };
  return [
    implementRoute(contract.listPhotos, ({ user, query }) =>
      listPhotos(app, user.id, {
        trash: query.trash === '1',
        logos: query.logos === '1',
        cursor: query.cursor ?? null,
      }),
    ),
    implementRoute(contract.photoThumbnail, async ({ user, params, reply }) => {
      await ready(user.id, params.photoId);
      if (!(await sendSmallCopy(app, reply, { key: thumbnailKey(params.photoId) })))
        throw new AppError('photos/file-missing');
    }),
    implementRoute(contract.photoProxy, async ({ user, params, reply }) => {
      await ready(user.id, params.photoId);
      return sendFile(app, { user, reply }, { key: proxyKey(params.photoId), mediaType: 'image/jpeg' });
    }),
    implementRoute(contract.photoMask, async ({ user, params, query, reply }) => {
      const { cutout_id } = await ready(user.id, params.photoId);
      const wanted = query.cutout ?? cutout_id;
      const cutout = wanted === null ? null : await findCutout(app.db, wanted);
      if (cutout?.photo_id !== params.photoId) throw new AppError('photos/file-missing');
      return sendFile(app, { user, reply }, { key: maskKey(cutout.id), mediaType: 'image/png' });
    }),
    implementRoute(contract.readCutout, async ({ user, params }) => {
      const { cutout_id, cutout_draft_id } = await findPhoto(app.db, user.id, params.photoId);
      // Reading the strokes means that the tool is open.
      void expectStrokes(app, params.photoId).catch(() => {});
      const current = cutout_id === null ? null : await findCutout(app.db, cutout_id);
      const draft = cutout_draft_id === null ? null : await findCutout(app.db, cutout_draft_id);
      const newest = draft ?? current;
      return { cutout: newest && withHints(newest), kept: draft && current && withHints(current) };
    }),
    implementRoute(contract.photoOriginal, async ({ user, params, reply }) => {
      const photo = await ready(user.id, params.photoId);
      const format = photo.format ?? 'jpeg';
      const { stem, ending } = originalName(photo.name, format);
      const mediaType = format === 'heic' ? 'image/heic' : MEDIA_TYPES[format];
      const file = { key: originalKey(photo.id), mediaType, downloadAs: fittingName(stem, ending) };
      return sendFile(app, { user, reply }, file);
    }),
  ];
}

/** Decodes the picture before the first stroke comes. A missing file shows at the stroke itself. */
async function expectStrokes(app: App, photoId: string): Promise<void> {
  await using proxy = await app.files.borrow(proxyKey(photoId));
  await app.imaging.expectStrokes(proxy.path);
}
