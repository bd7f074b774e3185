import * as contract from '#contract/admin/admin-anaf.ts';
import { AppError } from '#domain/errors.ts';
import { landingAfterAnaf } from '#domain/invoices/anaf-connection.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';
import { checkAnaf, disconnectAnaf, readAnaf } from '#server/payments/anaf/anaf-connection.ts';
import { beginAnaf, finishAnaf } from '#server/payments/anaf/connect-anaf.ts';

export function anafRoutes(app: App, { originOf }: HttpContext): RouteHandler[] {
  return [
    implementRoute(contract.readAnaf, () => readAnaf(app)),
    implementRoute(contract.beginAnaf, ({ user }) =>
      // The address that is registered at ANAF, letter by letter.
      beginAnaf(app, user, app.publicUrl() + contract.anafCallback.path),
    ),
    implementRoute(contract.anafCallback, async ({ user, request, reply }) => {
      const query = new URL(request.url, originOf(request)).searchParams;
      const outcome = await finishAnaf(app, getVisitor(request), { query, user }).catch((error: unknown) => {
        // A browser on its way gets our page, never JSON.
        if (!(error instanceof AppError)) app.log.error({ error }, 'ANAF was not connected');
        return 'failed' as const;
      });
      const isIn = outcome === 'connected' || outcome === 'no-right' || outcome === 'unproven';
      request.securityFacts = { outcome: isIn ? 'ok' : `anaf-${outcome}` };
      void reply.header('cache-control', 'no-store').redirect(landingAfterAnaf(outcome), 302);
    }),
    implementRoute(contract.checkAnaf, ({ user }) => checkAnaf(app, user)),
    implementRoute(contract.disconnectAnaf, async ({ user, body: { reason } }) => {
      await disconnectAnaf(app, user, reason);
      return readAnaf(app);
    }),
  ];
}
