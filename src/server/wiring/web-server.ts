import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountApiDocs } from '#server/account/api-docs.ts';
import { mountLegalPages } from '#server/account/legal/mount.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import { troubleNotifier } from '#server/admin/server-trouble-mail.ts';
import { mountLotPages } from '#server/adverts/pages/mount-pages.ts';
import { mountPublicPictures } from '#server/adverts/pictures/send-picture.ts';
import type { App } from '#server/app.ts';
import { phoneFinder } from '#server/batches/phones/phone-links.ts';
import { mountPhonePages } from '#server/batches/phones/phone-page.ts';
import { resultPhoneFinder } from '#server/batches/phones/result-links.ts';
import { mountApiUploads, mountPhoneUploads, mountUploads } from '#server/batches/uploads/uploads.ts';
import type { Config } from '#server/config.ts';
import { failureLog } from '#server/http/failures.ts';
import type { OtherVersions } from '#server/http/files/browser-files.ts';
import type { Health } from '#server/http/health.ts';
import { findSessionUser, mountRoutes } from '#server/http/mount.ts';
import { httpServer } from '#server/http/server.ts';
import { mountWebhookRoutes } from '#server/payments/provider/webhook-routes.ts';
import { buildRoutes } from '#server/routes.ts';
import { noteLook } from '#server/users/admins/right-store.ts';
import { programFinder } from '#server/users/keys/api-keys.ts';
import { userFinder } from '#server/users/sign-in/session-store.ts';
import { countRequests } from '#server/wiring/metrics.ts';

/** Folder of the built page. */
export const WEB_FOLDER = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');

export interface Served {
  readonly uploads: Uploads;
  readonly health: Health;
  readonly otherVersions: OtherVersions | null;
  /** Folder of the page; without one the server answers all the rest. */
  readonly webFolder: string;
}

/** Returns the server of pages, API, uploads and webhooks, which does not listen yet. */
export async function webServer(
  app: App,
  config: Config,
  { uploads, health, otherVersions, webFolder }: Served,
): Promise<FastifyInstance> {
  const { log } = app;
  const findUser = userFinder(app);
  const noteFailure = failureLog(log, troubleNotifier(app));
  const { fastify, http } = await httpServer({
    log,
    noteFailure,
    keyedHash: app.keyedHash,
    publicOrigin: config.PUBLIC_URL,
    listensOn: config.HOST,
    trustedProxies: config.TRUSTED_PROXIES,
    webFolder,
    ...(otherVersions && { otherVersions }),
    otherOrigins: () => ({
      pictures: app.signIn?.pictureSources() ?? [],
      forms: app.payments?.formTargets ?? [],
      tag: tagSources(app),
    }),
    health,
  });
  countRequests(fastify, app.metrics);
  const phones = { cookie: http.phone, find: phoneFinder(app) };
  const resultPhones = { cookie: http.results, find: resultPhoneFinder(app) };
  const findProgram = programFinder(app);
  const routes = buildRoutes(app, http);
  mountRoutes(fastify, routes, {
    cookie: http.cookie,
    findUser,
    findProgram,
    phones,
    resultPhones,
    noteLook: (look) => noteLook(app, look),
  });
  await mountApiDocs(fastify, app, { routes: routes.map(({ route }) => route), webFolder: WEB_FOLDER });
  const who = (request: FastifyRequest) => findSessionUser(request, http.cookie, findUser);
  await mountWebhookRoutes(fastify, app);
  await mountLegalPages(fastify, app, { webFolder: WEB_FOLDER, noteFailure });
  mountPublicPictures(fastify, app);
  await mountLotPages(fastify, app, { webFolder: WEB_FOLDER, noteFailure });
  mountUploads(fastify, app, { uploads, authenticate: who, noteFailure });
  mountApiUploads(fastify, app, { uploads, findProgram, noteFailure });
  await mountPhonePages(fastify, { webFolder: WEB_FOLDER });
  mountPhoneUploads(fastify, app, { uploads, phones, noteFailure });
  return fastify;
}

function tagSources({ analytics }: App) {
  const tag = analytics?.tag();
  return { scripts: tag ? [new URL(tag.url).origin] : [], hits: tag?.hits ?? [] };
}

/** Returns the address that people open. */
export function getServerUrl(fastify: FastifyInstance, config: Config): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const bound = fastify.server.address();
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `http://${host}:${typeof bound === 'object' ? bound?.port : config.PORT}`;
}
