import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { needsProof, type Route } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import type { Phone, ResultPhone, User } from '#server/app.ts';
import { admitProgram, type FindProgram } from '#server/http/api/programs.ts';
import { type Call, parseByContract, type RouteHandler } from '#server/http/handle.ts';
import { createKeyedQueue, isEdit } from '#server/http/limits/turns.ts';
import { openApi } from '#server/http/open-api.ts';
import { ADMIN_CHANGE } from '#server/http/security/security-log.ts';
import type { BrowserCookie, SessionCookie } from '#server/http/security/session-cookie.ts';
import { ANYBODYS_LIMIT } from '#server/http/server.ts';

const JSON_LIMIT = 256 * 1024;
/** Finds the user of a token, and whether they have lately proven who they are. */
export type FindUser = (token: string) => Promise<(User & { readonly isProven: boolean }) | null>;

/** How phones are known that came by a link of one kind. */
export interface Phones<P> {
  readonly cookie: BrowserCookie;
  /** Finds the phone of a cookie's token while its link lets it do anything at all. */
  readonly find: (token: string) => Promise<P | null>;
}

/** A look by a holder of a narrow right; `about`: the ids in the path. */
interface Look {
  readonly userId: string;
  readonly route: string;
  readonly about: string;
}

interface Callers {
  readonly cookie: SessionCookie;
  readonly findUser: FindUser;
  readonly findProgram?: FindProgram;
  readonly phones?: Phones<Phone>;
  readonly resultPhones?: Phones<ResultPhone>;
  readonly noteLook?: (look: Look) => Promise<void>;
}

/** Edits of one user that may wait in the queue; more can't come from a person. */
const MOST_EDITS_WAITING = 300;
/** User ids of requests whose body is being read. */
const askers = new WeakMap<FastifyRequest, string>();

/**
 * Mounts the routes and the API's description. A request is refused with `auth/session-required`, `auth/admin-required` (or the route's own
 * code), `auth/second-factor-needed`, `batches/phone-link-over`, what `admitProgram` throws, `auth/proof-required`, `http/bad-request`,
 * `http/not-found` for a malformed id, or `http/too-many-requests`.
 */
export function mountRoutes(
  fastify: FastifyInstance,
  routes: readonly RouteHandler[],
  { cookie, findUser, findProgram, phones, resultPhones, noteLook }: Callers,
): void {
  const inTurn = createKeyedQueue(MOST_EDITS_WAITING);
  for (const { route, answer } of routes) {
    const admit = async (request: FastifyRequest, reply: FastifyReply) => {
      if (route.access === 'phone') {
        const phone = await findPhone(request, phones);
        if (!phone.isOpen) throw new AppError('batches/phone-link-over');
        return { user: null, phone };
      }
      if (route.access === 'results') return { user: null, phone: await findPhone(request, resultPhones) };
      if (route.access === 'key')
        return { user: await admitProgram(request, reply, findProgram), phone: null };
      const user = await findSessionUser(request, cookie, findUser);
      request.asker = user;
      if (route.access !== 'public' && !user) throw new AppError('auth/session-required');
      if (route.access === 'admin' && user?.role !== 'admin' && !holdsRight(route, user))
        throw new AppError(route.refusal ?? 'auth/admin-required');
      if (route.access === 'admin' && user?.lacksFactor) throw new AppError('auth/second-factor-needed');
      if (needsProof(route) && !user?.isProven) throw new AppError('auth/proof-required');
      return { user, phone: null };
    };
    const target = route.takes === 'picture' ? takingPictures : addRoute;
    target(fastify, {
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      // HEAD would do all the work of GET (a stream, a ZIP, a file read to its end) for a response without a body.
      exposeHeadRoute: false,
      config: { ...getSecurityEvent(route), anySite: route.access === 'key' },
      bodyLimit: route.access === 'public' ? ANYBODYS_LIMIT : (route.mostBytes ?? JSON_LIMIT),
      // The sender is known before the body is read; their rights are checked again once it is here.
      onRequest: async (request, reply) => {
        if (route.access === 'key' || (route.access !== 'public' && route.method !== 'GET'))
          askers.set(request, (await admit(request, reply)).user?.id ?? '');
        removeTypeOfEmptyBody(request);
      },
      handler: (request, reply) => {
        const asker = askers.get(request);
        const carryOut = () => answerTo(request, reply);
        return asker !== undefined && isEdit(route) ? inTurn(asker, carryOut) : carryOut();
      },
    });
    const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
      const call = {
        ...(await admit(request, reply)),
        params: pathParams(route.params, request.params),
        query: parseByContract(route.query, request.query),
        body: parseByContract(route.body, request.body),
        request,
        reply,
      } as Call<typeof route>;
      const look = findLook(route, call);
      if (look) await noteLook?.(look);
      const answered = await answer(call);
      if (!route.out || reply.sent) return reply;
      // Programs get what their schema names and no more.
      const told = route.access === 'key' ? z.parse(route.out, answered) : answered;
      return reply.header('cache-control', 'no-store').send(told);
    };
  }
  const description = openApi(routes.map(({ route }) => route));
  fastify.get('/api/openapi.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send(description),
  );
}

/** Returns true where the caller has the narrow right that opens this route beside the admins'. */
function holdsRight({ right }: Route, user: User | null): boolean {
  return right !== undefined && user?.rights?.includes(right) === true;
}

/** Returns what is written down of a call that only a narrow right allows; null for any other. Changes are in the audit log. */
function findLook(route: Route, { user, params }: Call<Route>): Look | null {
  if (!user || user.role === 'admin' || route.method !== 'GET' || !holdsRight(route, user)) return null;
  const about = Object.values((params ?? {}) as Record<string, string>).join(' ');
  return { userId: user.id, route: `${route.method} ${route.path}`, about };
}

/** Returns the name of this route's requests in the security log; changes by admins share one. */
function getSecurityEvent(route: RouteHandler['route']): { event: string } | null {
  if (route.event) return { event: route.event };
  return route.access === 'admin' && needsProof(route) ? { event: ADMIN_CHANGE } : null;
}

function addRoute(fastify: FastifyInstance, options: RouteOptions): void {
  fastify.route(options);
}

/** Mounts a route whose body is a picture and no JSON: the route reads it and limits its size. */
function takingPictures(fastify: FastifyInstance, options: RouteOptions): void {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^(image\/|application\/octet-stream)/, (_request, payload, done) =>
      done(null, payload),
    );
    scope.route(options);
  });
}

/** An empty body counts as no body, whatever type the client gave it. */
function removeTypeOfEmptyBody({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'] ?? '0';
  if (length === '0' && headers['transfer-encoding'] === undefined) delete headers['content-type'];
}

/** Parses the path's ids; a malformed id throws `http/not-found`, as an unknown one. */
function pathParams(schema: RouteHandler['route']['params'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('http/not-found');
  return parsed.data;
}

/** Returns the phone of the request's cookie. Throws `batches/phone-link-over` for one that may do nothing (any more). */
export async function findPhone<P>(request: FastifyRequest, phones: Phones<P> | undefined): Promise<P> {
  const token = phones?.cookie.read(request);
  const phone = token ? await phones?.find(token) : null;
  if (!phone) throw new AppError('batches/phone-link-over');
  return phone;
}

/** Returns the user of the request's session cookie, or null. */
export async function findSessionUser(
  request: FastifyRequest,
  cookie: SessionCookie,
  findUser: FindUser,
): ReturnType<FindUser> {
  const token = cookie.read(request);
  return token ? findUser(token) : null;
}
