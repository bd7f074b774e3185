import type { FastifyReply } from 'fastify';
import * as contract from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import { afterSignIn } from '#domain/users/own-path.ts';
import { finishGoogle, type GoogleReturn, LOST } from '#server/account/google/finish-google.ts';
import { linkGoogle } from '#server/account/google/link-google.ts';
import { startGoogle } from '#server/account/google/start-google.ts';
import { startSession } from '#server/account/start-session.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { keepOpener } from '#server/http/security/security-headers.ts';
import type { SecurityFacts } from '#server/http/security/security-log.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';

export function googleRoutes(app: App, { cookie, attempt, originOf }: HttpContext): RouteHandler[] {
  return [
    implementRoute(contract.googleStart, async ({ query, user, request, reply }) => {
      const { mode, redirect = null, purpose = 'sign-in' } = query;
      const redirectUri = originOf(request) + contract.googleCallback.path;
      const wanted = { mode, redirect, purpose, user, redirectUri, browser: attempt.read(request) };
      try {
        const begun = await startGoogle(app, getVisitor(request), wanted);
        attempt.set(reply, begun.browser);
        redirectUncached(reply, begun.url.href);
      } catch (error) {
        redirectToLanding(reply, {
          mode,
          redirect,
          purpose,
          outcome: toFailureOutcome(app, error),
          opened: null,
        });
      }
    }),
    implementRoute(contract.googleCallback, async ({ user, request, reply }) => {
      const query = new URL(request.url, originOf(request)).searchParams;
      const finished = await finishGoogle(app, getVisitor(request), {
        query,
        browser: attempt.read(request),
        user,
        token: cookie.read(request),
      }).catch((error): GoogleReturn => ({ ...LOST, outcome: toFailureOutcome(app, error) }));
      request.securityFacts = outcomeFor(finished);
      // A proof renews the open session's token; that session goes on.
      const before = finished.purpose === 'sign-in' ? user : null;
      if (finished.opened)
        await startSession(app, { user: before, reply }, { cookie, opened: finished.opened });
      redirectToLanding(reply, finished);
    }),
    implementRoute(contract.googleLink, async ({ user, body, request, reply }) => {
      const linked = await linkGoogle(app, getVisitor(request), { ...body, browser: attempt.read(request) });
      request.securityFacts = { uid: linked.userId };
      const isIn = await startSession(app, { user, reply }, { cookie, opened: linked.opened });
      attempt.clear(reply);
      if (!isIn) throw new AppError('auth/second-factor-required');
      return readUserDocument(app, linked.userId);
    }),
  ];
}

const EVENTS = { 'sign-in': 'sign-in', prove: 'proof', link: 'google-linked' } as const;

function outcomeFor({ purpose, outcome, userId }: GoogleReturn): SecurityFacts {
  return {
    event: EVENTS[purpose],
    outcome: outcome === 'done' ? 'ok' : `google-${outcome}`,
    ...(userId && { uid: userId }),
  };
}

/** Turns an error into an outcome: a browser on its way gets our page, never JSON. Throws auth/google-off. */
function toFailureOutcome(app: App, error: unknown): 'busy' | 'failed' {
  if (error instanceof AppError && error.code === 'auth/too-many-requests') return 'busy';
  if (error instanceof AppError && error.code === 'auth/google-off') throw error;
  if (error instanceof AppError) return 'failed';
  app.log.error({ error }, 'sign-in with Google failed');
  return 'failed';
}

/** Ends an attempt at the provider, only ever on our own pages. */
function redirectToLanding(reply: FastifyReply, finished: GoogleReturn): void {
  if (finished.mode === 'popup') keepOpener(reply);
  redirectUncached(reply, landingPage(finished));
}

function landingPage({ mode, redirect, purpose, outcome }: GoogleReturn): string {
  if (mode === 'popup') return `${contract.GOOGLE_POPUP_PAGE}#${outcome}`;
  if (purpose !== 'sign-in') return `/settings?google=${purpose}-${outcome}#account`;
  if (outcome === 'done') return afterSignIn(redirect);
  if (outcome === 'code')
    return `/login?${new URLSearchParams({ step: 'code', ...(redirect && { redirect }) })}`;
  return `/login?${new URLSearchParams({ google: outcome, ...(redirect && { redirect }) })}`;
}

function redirectUncached(reply: FastifyReply, location: string): void {
  void reply.header('cache-control', 'no-store').redirect(location, 302);
}
