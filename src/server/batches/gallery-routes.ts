import * as contract from '#contract/gallery.ts';
import { readUsage as readUsageRoute } from '#contract/usage.ts';
import type { App } from '#server/app.ts';
import { sendZip } from '#server/batches/downloads/note-download.ts';
import { prepareZip, zipSelection } from '#server/batches/downloads/zip-downloads.ts';
import { movePhotos } from '#server/batches/edit/move-photos.ts';
import { listGallery, listOutputs } from '#server/batches/gallery/gallery-view.ts';
import { readUsage } from '#server/batches/gallery/usage-view.ts';
import { renamePhoto } from '#server/batches/photos/edit-photo.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { downloadPlaces } from '#server/http/limits/download-places.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';

const ZIPS = { hits: 60, seconds: 600 };
/** Searching asks at every keystroke, and a long gallery is read again page by page after each change. */
const lists = tokenBuckets({ burst: 600, perSecond: 20 });
const edits = tokenBuckets({ burst: 120, perSecond: 3 });

export function galleryRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.listGallery, ({ user, query }) => {
      lists.take(user.id);
      return listGallery(app, user.id, query);
    }),
    implementRoute(contract.listOutputs, async ({ user }) => {
      lists.take(user.id);
      return { outputs: await listOutputs(app, user.id) };
    }),
    implementRoute(readUsageRoute, ({ user }) => {
      lists.take(user.id);
      return readUsage(app, user.id);
    }),
    implementRoute(contract.renamePhoto, async ({ user, params, body }) => {
      edits.take(user.id);
      return { name: await renamePhoto(app, user, { photoId: params.photoId, wanted: body.name }) };
    }),
    implementRoute(contract.movePhotos, async ({ user, body }) => {
      edits.take(user.id);
      await movePhotos(app, user, body);
      return {};
    }),
    implementRoute(contract.prepareZip, async ({ user, body }) => {
      await consumeRateLimit(app, `zips:${user.id}`, { limit: ZIPS, code: 'http/too-many-requests' });
      return prepareZip(app, user, body);
    }),
    implementRoute(contract.askDownload, async ({ user, reply }) => {
      // The place is free again once this is answered.
      if (!(await downloadPlaces.take(user.id, reply.raw))) reply.hijack();
      return {};
    }),
    implementRoute(contract.fetchZip, async ({ user, params, reply }) => {
      await sendZip(app, { user, reply }, () => zipSelection(app, user, params.zipId));
    }),
  ];
}
