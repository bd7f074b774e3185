import * as contract from '#contract/adverts/sendings.ts';
import { beginSending } from '#server/adverts/sendings/begin-sending.ts';
import { listOwnAdverts, readOwnAdvert } from '#server/adverts/sendings/read-adverts.ts';
import { findFormerFile, listSendings, readSending, stopSending } from '#server/adverts/sendings/sendings.ts';
import { sendSitePicture } from '#server/adverts/sendings/site-pictures.ts';
import type { App } from '#server/app.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { readIdempotencyKey } from '#server/http/idempotency-key.ts';

export function sendingRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.listAdverts, ({ user, params, query }) =>
      listOwnAdverts(app, user, { ...params, ...query, offset: query.offset ?? 0 }),
    ),
    implementRoute(contract.readAdvert, ({ user, params }) => readOwnAdvert(app, user, params)),
    implementRoute(contract.sitePicture, async ({ user, params, query, reply }) => {
      await sendSitePicture(app, { user, reply }, { ...params, ...query });
    }),
    implementRoute(contract.formerPicture, async ({ user, params, reply }) => {
      const key = await findFormerFile(app, user, params.formerId);
      await sendFile(app, { user, reply }, { key, mediaType: 'image/jpeg' });
    }),
    implementRoute(contract.listSendings, async ({ user, query }) => ({
      sendings: await listSendings(app, user, query.batchId),
    })),
    implementRoute(contract.readSending, ({ user, params }) => readSending(app, user, params.sendingId)),
    implementRoute(contract.beginSending, ({ user, body, request }) =>
      beginSending(app, user, { ...body, idempotencyKey: readIdempotencyKey(request) }),
    ),
    implementRoute(contract.stopSending, ({ user, params }) => stopSending(app, user, params.sendingId)),
  ];
}
