import { existsSync } from 'node:fs';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { MEASURE_PAGE } from '#contract/analytics.ts';
import { GOOGLE_POPUP_PAGE } from '#contract/auth.ts';
import { UPLOADS_PATH } from '#contract/photos.ts';
import { uploadAvatar } from '#contract/users.ts';
import { AppError } from '#domain/errors.ts';
import type { Log, User } from '#server/app.ts';
import { answerBrokenRequest, answerError, errorReply } from '#server/http/errors.ts';
import { type Call, type Handled, parse } from '#server/http/handle.ts';
import { openApi } from '#server/http/open-api.ts';
import { originOf, ownHosts, refuseForeignHost } from '#server/http/own-host.ts';
import { refuseCrossSite } from '#server/http/same-origin.ts';
import { keepOpener, letTagIn, type OtherOrigins, securityHeaders } from '#server/http/security-headers.ts';
import {
  attemptCookie,
  type BrowserCookie,
  type SessionCookie,
  sessionCookie,
} from '#server/http/session-cookie.ts';
import { BODY_DEADLINES, type BodyDeadlines, guardBody } from '#server/http/slow-bodies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites may post here: the body proves itself. */
    anySite?: boolean;
  }
}

export type FindUser = (token: string) => Promise<User | null>;

/** What routes need to know of the browser and the address it uses. */
export interface Edge {
  readonly cookie: SessionCookie;
  readonly attempt: BrowserCookie;
  originOf(request: FastifyRequest): string;
}

export function edgeOf(publicOrigin: string | null): Edge {
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  return {
    cookie: sessionCookie(isHttps),
    attempt: attemptCookie(isHttps),
    originOf: (request) => originOf(request, publicOrigin),
  };
}

export interface HttpOptions {
  readonly log: Log;
  /** Origin of PUBLIC_URL, or null when the Host header is all there is. */
  readonly publicOrigin: string | null;
  /** HOST: the address it listens on. */
  readonly listensOn: string;
  readonly trustedProxies: readonly string[];
  readonly webFolder: string;
  readonly otherOrigins: () => OtherOrigins;
  readonly isReady: () => Promise<boolean>;
  readonly bodyDeadlines?: BodyDeadlines;
}

/** What anybody may have kept in memory while the rest is on its way; whoever is signed in sends recipes and lists. */
const ANYBODYS_LIMIT = 16 * 1024;
const JSON_LIMIT = 256 * 1024;
/** Far above what one machine serves, below what it has memory and descriptors for. */
const MOST_CONNECTIONS = 4_000;

/** The HTTP server without routes of its own beyond health, the API's description and the browser's files. */
export async function httpServer(options: HttpOptions): Promise<{ fastify: FastifyInstance; edge: Edge }> {
  const { log, publicOrigin } = options;
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  const shield = (reply: FastifyReply) => securityHeaders(reply, isHttps, options.otherOrigins());
  const fastify = Fastify({
    logger: false,
    bodyLimit: ANYBODYS_LIMIT,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 100 },
    // A path that is no URL is answered before any hook.
    frameworkErrors: (error, request, reply) => {
      shield(reply);
      answerError(log, error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  fastify.server.headersTimeout = 15_000;
  fastify.server.maxConnections = MOST_CONNECTIONS;
  fastify.setErrorHandler((error, request, reply) => {
    // Whoever left before the end of their own request gets no answer, and nothing is wrong with the server.
    if (hasLeft(request)) return void reply.hijack();
    answerError(log, error, request, reply);
  });
  await fastify.register(fastifyCookie);
  await fastify.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // By itself the plugin unpacks what comes in, also under those who read the request on their own.
    globalDecompression: false,
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript))/,
  });
  const hosts = ownHosts(publicOrigin, options.listensOn);
  const deadlines = options.bodyDeadlines ?? BODY_DEADLINES;
  fastify.addHook('onRequest', async (request, reply) => {
    shield(reply);
    guardBody(request, reply, deadlines, isPhoto(request.url));
    refuseForeignHost(request, hosts);
    refuseEncoded(request);
    if (!request.routeOptions.config.anySite) refuseCrossSite(request, publicOrigin);
  });
  fastify.get('/healthz', async (_, reply) => {
    const ready = await options.isReady().catch(() => false);
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'starting' });
  });
  await browserFiles(fastify, options);
  return { fastify, edge: edgeOf(publicOrigin) };
}

/** No browser packs what it sends; unpacking is work and memory that a small request could order. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('http/encoded-body');
}

/** Many bytes, which a phone's line may take minutes for. */
function isPhoto(url: string): boolean {
  return url.startsWith(UPLOADS_PATH) || url === uploadAvatar.path;
}

/** The connection is gone, and with it the rest of the request. */
export function hasLeft({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return raw.socket.destroyed && !raw.complete;
}

export function mount(
  fastify: FastifyInstance,
  routes: readonly Handled[],
  cookie: SessionCookie,
  findUser: FindUser,
): void {
  for (const { route, answer } of routes) {
    const admit = async (request: FastifyRequest) => {
      const user = await whoAsks(request, cookie, findUser);
      if (route.access !== 'public' && !user) throw new AppError('auth/session-required');
      if (route.access === 'admin' && user?.role !== 'admin')
        throw new AppError(route.refusal ?? 'auth/admin-required');
      return user;
    };
    const place = route.takes === 'picture' ? takingPictures : onto;
    place(fastify, {
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      // HEAD would do all the work of GET (a stream, a ZIP, a file read to its end) for an answer nobody sees.
      exposeHeadRoute: false,
      bodyLimit: route.access === 'public' ? ANYBODYS_LIMIT : (route.mostBytes ?? JSON_LIMIT),
      // Nobody's body is read before they are known; who may act is asked again when it is here.
      onRequest: async (request) => {
        if (route.access !== 'public' && route.method !== 'GET') await admit(request);
        dropTypeOfNothing(request);
      },
      handler: async (request, reply) => {
        const user = await admit(request);
        const call = {
          user,
          params: pathParams(route.params, request.params),
          query: parse(route.query, request.query),
          body: parse(route.body, request.body),
          request,
          reply,
        } as Call<typeof route>;
        const answered = await answer(call);
        if (!route.out || reply.sent) return reply;
        return reply.header('cache-control', 'no-store').send(answered);
      },
    });
  }
  const description = openApi(routes.map(({ route }) => route));
  fastify.get('/api/openapi.json', async (_, reply) =>
    reply.header('cache-control', 'no-store').send(description),
  );
}

function onto(fastify: FastifyInstance, options: RouteOptions): void {
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
function dropTypeOfNothing({ raw: { headers } }: FastifyRequest): void {
  const length = headers['content-length'] ?? '0';
  if (length === '0' && headers['transfer-encoding'] === undefined) delete headers['content-type'];
}

/** An id of the wrong form is an id nobody has. */
function pathParams(schema: Handled['route']['params'], value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('http/not-found');
  return parsed.data;
}

export async function whoAsks(
  request: FastifyRequest,
  cookie: SessionCookie,
  findUser: FindUser,
): Promise<User | null> {
  const token = cookie.read(request);
  return token ? findUser(token) : null;
}

/** Hashed assets for a year, the page itself never cached; every path that is not a file is the page. */
async function browserFiles(
  fastify: FastifyInstance,
  { webFolder: folder, otherOrigins }: HttpOptions,
): Promise<void> {
  const hasFiles = existsSync(folder);
  if (hasFiles) {
    await fastify.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      setHeaders: (reply, path) => {
        const forever = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (path.endsWith(GOOGLE_POPUP_PAGE)) keepOpener(reply);
        if (path.endsWith(MEASURE_PAGE)) letTagIn(reply, otherOrigins());
      },
    });
  }
  fastify.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isPage =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets|avatars|healthz)\b/.test(request.url);
    if (isPage && hasFiles)
      return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
    return reply
      .status(404)
      .header('cache-control', 'no-store')
      .send(errorReply(new AppError('http/not-found')));
  });
}
