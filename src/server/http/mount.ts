import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { needsProof } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import type { User } from '#server/app.ts';
import { type Call, parseByContract, type RouteHandler } from '#server/http/handle.ts';
import { createKeyedQueue, isEdit } from '#server/http/limits/turns.ts';
import { openApi } from '#server/http/open-api.ts';
import { ADMIN_CHANGE } from '#server/http/security/security-log.ts';
import type { SessionCookie } from '#server/http/security/session-cookie.ts';
import { ANYBODYS_LIMIT } from '#server/http/server.ts';

const JSON_LIMIT = 256 * 1024;
/** Finds the user of a token, and whether they have proven within minutes who they are. */
export type FindUser = (token: string) => Promise<(User & { readonly isProven: boolean }) | null>;

/** Edits of one user that may wait in the queue: more than that is no hand. */
const MOST_EDITS_WAITING = 300;
/** The user id behind each request that is being read. */
const askers = new WeakMap<FastifyRequest, string>();

export function mountRoutes(
  fastify: FastifyInstance,
  routes: readonly RouteHandler[],
  { cookie, findUser }: { cookie: SessionCookie; findUser: FindUser },
): void {
  const inTurn = createKeyedQueue(MOST_EDITS_WAITING);
  for (const { route, answer } of routes) {
    const admit = async (request: FastifyRequest) => {
      const user = await findSessionUser(request, cookie, findUser);
      request.asker = user;
      if (route.access !== 'public' && !user) throw new AppError('auth/session-required');
      if (route.access === 'admin' && user?.role !== 'admin')
        throw new AppError(route.refusal ?? 'auth/admin-required');
      if (needsProof(route) && !user?.isProven) throw new AppError('auth/proof-required');
      return user;
    };
    const target = route.takes === 'picture' ? takingPictures : addRoute;
    target(fastify, {
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      // HEAD would do all the work of GET (a stream, a ZIP, a file read to its end) for a response without a body.
      exposeHeadRoute: false,
      config: { ...getSecurityEvent(route) },
      bodyLimit: route.access === 'public' ? ANYBODYS_LIMIT : (route.mostBytes ?? JSON_LIMIT),
      // No body is read before its sender is known; their rights are checked again when it is here.
      onRequest: async (request) => {
        if (route.access !== 'public' && route.method !== 'GET')
          askers.set(request, (await admit(request))?.id ?? '');
        removeTypeOfEmptyBody(request);
      },
      handler: (request, reply) => {
        const asker = askers.get(request);
        const carryOut = () => answerTo(request, reply);
        return asker !== undefined && isEdit(route) ? inTurn(asker, carryOut) : carryOut();
      },
    });
    const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
      const user = await admit(request);
      const call = {
        user,
        params: pathParams(route.params, request.params),
        query: parseByContract(route.query, request.query),
        body: parseByContract(route.body, request.body),
        request,
        reply,
      } as Call<typeof route>;
      const answered = await answer(call);
      if (!route.out || reply.sent) return reply;
      return reply.header('cache-control', 'no-store').send(answered);
    };
  }
  const description = openApi(routes.map(({ route }) => route));
  fastify.get('/api/openapi.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send(description),
  );
}

/** Returns the name under which the security log has this route's requests; changes by admins share one. */
function getSecurityEvent(route: RouteHandler['route']): { event: string } | null {
  if (route.event) return { event: route.event };
  return route.access === 'admin' && needsProof(route) ? { event: ADMIN_CHANGE } : null;
}

function addRoute(fastify: FastifyInstance, options: RouteOptions): void {
  fastify.route(options);
}

/** A body that is a picture is no JSON: the route reads it itself, and counts. */
function takingPictures(fastify: FastifyInstance, options: RouteOptions): void {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^(image\/|application\/octet-stream)/, (_request, payload, done) =>
      done(null, payload),
    );
    scope.route(options);
  });
}

/** An empty body is no body, whatever type the client gave it. */
function removeTypeOfEmptyBody({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'] ?? '0';
  if (length === '0' && headers['transfer-encoding'] === undefined) delete headers['content-type'];
}

/** Refuses an id of the wrong form as one that does not exist. */
function pathParams(schema: RouteHandler['route']['params'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('http/not-found');
  return parsed.data;
}

export async function findSessionUser(
  request: FastifyRequest,
  cookie: SessionCookie,
  findUser: FindUser,
): ReturnType<FindUser> {
  const token = cookie.read(request);
  return token ? findUser(token) : null;
}
