import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/adverts/connections.ts';
import { type ConnectionOutcome, landingAfter } from '#domain/adverts/connection.ts';
import type { PageSiteName } from '#domain/adverts/sites.ts';
import { AppError } from '#domain/errors.ts';
import { connectByKey } from '#server/adverts/connections/connect-by-key.ts';
import { connectByPassword } from '#server/adverts/connections/connect-by-password.ts';
import { beginConnection, endConnection, readConnections } from '#server/adverts/connections/connections.ts';
import { type ConnectionReturn, finishConnection } from '#server/adverts/connections/finish-connection.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';

const CALLBACKS: Readonly<Record<PageSiteName, string>> = { olx: contract.olxCallback.path };

export function connectionRoutes(app: App, { originOf }: HttpContext): RouteHandler[] {
  return [
    implementRoute(contract.readConnections, ({ user }) => readConnections(app, user)),
    implementRoute(contract.beginConnection, ({ user, body, request }) => {
      const { site, batchId = null } = body;
      const redirectUri = originOf(request) + CALLBACKS[site];
      return beginConnection(app, user, { site, batchId, redirectUri });
    }),
    implementRoute(contract.olxCallback, async ({ user, request, reply }) => {
      const query = new URL(request.url, originOf(request)).searchParams;
      const wanted = { site: 'olx', query, user } as const;
      const finished = await finishConnection(app, getVisitor(request), wanted).catch((error: unknown) =>
        asReturn(app, error),
      );
      const { outcome, batchId } = finished;
      noteOutcome(request, outcome);
      redirectUncached(reply, landingAfter(outcome, batchId));
    }),
    implementRoute(contract.connectByPassword, async ({ user, body, request }) => {
      const linked = await connectByPassword(app, { user, visitor: getVisitor(request) }, body);
      noteOutcome(request, linked.outcome);
      return linked;
    }),
    implementRoute(contract.connectByKey, async ({ user, body, request }) => {
      const linked = await connectByKey(app, { user, visitor: getVisitor(request) }, body);
      noteOutcome(request, linked.outcome);
      return linked;
    }),
    implementRoute(contract.endConnection, async ({ user, params }) => {
      await endConnection(app, user, params.connectionId);
      return {};
    }),
  ];
}

function noteOutcome(request: FastifyRequest, outcome: ConnectionOutcome): void {
  request.securityFacts = { outcome: outcome === 'linked' ? 'ok' : `connection-${outcome}` };
}

/** A browser on its way gets our page, never JSON. */
function asReturn(app: App, error: unknown): ConnectionReturn {
  if (!(error instanceof AppError)) app.log.error({ error }, 'an account at a site was not linked');
  return { outcome: 'failed', batchId: null };
}

function redirectUncached(reply: FastifyReply, location: string): void {
  void reply.header('cache-control', 'no-store').redirect(location, 302);
}
