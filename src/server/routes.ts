import * as live from '#contract/live.ts';
import { deletionRoutes } from '#server/account/deletion/deletion-routes.ts';
import { exportRoutes } from '#server/account/export/export-routes.ts';
import { googleRoutes } from '#server/account/google/google-routes.ts';
import { profileRoutes } from '#server/account/profile-routes.ts';
import { accountRoutes } from '#server/account/routes.ts';
import {
  passkeyRoutes,
  secondFactorRoutes,
  secondStepRoutes,
} from '#server/account/security/second-factor-routes.ts';
import { securityRoutes } from '#server/account/security/security-routes.ts';
import { adminRoutes } from '#server/admin/routes.ts';
import { connectionRoutes } from '#server/adverts/connections/connection-routes.ts';
import { pageRoutes } from '#server/adverts/pages/page-routes.ts';
import { sendingRoutes } from '#server/adverts/sendings/sending-routes.ts';
import type { App } from '#server/app.ts';
import { batchApiRoutes } from '#server/batches/api-routes.ts';
import { galleryRoutes } from '#server/batches/gallery-routes.ts';
import { phoneRoutes, resultLinkRoutes } from '#server/batches/phone-routes.ts';
import { batchRoutes } from '#server/batches/routes.ts';
import { creditRoutes } from '#server/credits/routes.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { liveStreams } from '#server/http/live-stream.ts';
import type { HttpContext } from '#server/http/server.ts';
import { liveDocuments } from '#server/live.ts';
import { anafRoutes } from '#server/payments/anaf/anaf-routes.ts';
import { paymentRoutes } from '#server/payments/routes.ts';
import { photoRoutes } from '#server/photos/routes.ts';
import { planRoutes } from '#server/plans/routes.ts';
import { recipeRoutes } from '#server/recipes/routes.ts';
import { keyRoutes } from '#server/users/keys/key-routes.ts';
import { userRoutes } from '#server/users/routes.ts';
import { sessionLook } from '#server/users/sign-in/session-store.ts';
import { webhookRoutes } from '#server/webhooks/webhook-routes.ts';

/** Returns every route of the API. The card provider's webhook and uploads, which no page calls by it, are mounted in main.ts. */
export function buildRoutes(app: App, http: HttpContext): RouteHandler[] {
  const { cookie } = http;
  const load = liveDocuments(app);
  const openStream = liveStreams(app, load, { isSameSession: sessionLook(app) });
  return [
    ...adminRoutes(app),
    ...anafRoutes(app, http),
    ...accountRoutes(app, http),
    ...googleRoutes(app, http),
    ...securityRoutes(app, http),
    ...secondStepRoutes(app, http),
    ...secondFactorRoutes(app),
    ...passkeyRoutes(app, http),
    ...deletionRoutes(app, cookie),
    ...exportRoutes(app),
    ...connectionRoutes(app, http),
    ...sendingRoutes(app),
    ...pageRoutes(app),
    ...userRoutes(app, cookie),
    ...keyRoutes(app),
    ...webhookRoutes(app),
    ...profileRoutes(app),
    ...photoRoutes(app),
    ...batchRoutes(app),
    ...batchApiRoutes(app),
    ...phoneRoutes(app, http),
    ...resultLinkRoutes(app, http),
    ...galleryRoutes(app),
    ...recipeRoutes(app),
    ...paymentRoutes(app),
    ...planRoutes(app),
    ...creditRoutes(app),
    implementRoute(live.liveStream, ({ user, request, reply }) => openStream(user, request, reply)),
  ];
}
