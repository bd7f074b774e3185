import { constants } from 'node:zlib';
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { API_UPLOADS_PATH } from '#contract/api/v1.ts';
import { PHONE_UPLOADS_PATH } from '#contract/phones/phone-links.ts';
import { SHARE_PATH, takePicture, UPLOADS_PATH } from '#contract/photos.ts';
import { uploadAvatar } from '#contract/users.ts';
import { AppError } from '#domain/errors.ts';
import { isLoopback } from '#domain/loopback.ts';
import type { App, Log } from '#server/app.ts';
import {
  answerBrokenRequests,
  answerError,
  asAppError,
  type NoteFailure,
  refuseExpectation,
} from '#server/http/errors.ts';
import { failureLog } from '#server/http/failures.ts';
import { browserFiles, type OtherVersions } from '#server/http/files/browser-files.ts';
import { mountLostShare } from '#server/http/files/lost-share.ts';
import { type Health, isHealth, mountHealth } from '#server/http/health.ts';
import {
  CONNECTION_CAPS,
  type ConnectionCaps,
  type SpareConnections,
  shareConnections,
} from '#server/http/limits/connections.ts';
import { BODY_DEADLINES, type BodyDeadlines, guardBody } from '#server/http/limits/slow-bodies.ts';
import { refuseCsrf } from '#server/http/security/csrf.ts';
import {
  allowedHosts,
  getRequestOrigin,
  refuseAnyButOneHost,
  refuseForeignHost,
  refuseForeignTarget,
} from '#server/http/security/host-header.ts';
import {
  buildSecurityHeaders,
  type OtherOrigins,
  securityHeaders,
} from '#server/http/security/security-headers.ts';
import { securityLog } from '#server/http/security/security-log.ts';
import {
  attemptCookie,
  type BrowserCookie,
  knownCookie,
  phoneCookie,
  resultsCookie,
  type SessionCookie,
  sessionCookie,
} from '#server/http/security/session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites may post here: the body, or a key in the header, proves itself. */
    anySite?: boolean;
  }
}

/** What routes need: the browser's cookies and the origin it uses. */
export interface HttpContext {
  readonly cookie: SessionCookie;
  readonly attempt: BrowserCookie;
  readonly known: BrowserCookie;
  readonly phone: BrowserCookie;
  readonly results: BrowserCookie;
  originOf(request: FastifyRequest): string;
}

export function httpContext(publicOrigin: string | null): HttpContext {
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  return {
    cookie: sessionCookie(isHttps),
    attempt: attemptCookie(isHttps),
    known: knownCookie(isHttps),
    phone: phoneCookie(isHttps),
    results: resultsCookie(isHttps),
    originOf: (request) => getRequestOrigin(request, publicOrigin),
  };
}

export interface HttpOptions {
  readonly log: Log;
  readonly keyedHash: App['keyedHash'];
  /** Origin of PUBLIC_URL; null when only the Host header tells it. */
  readonly publicOrigin: string | null;
  /** HOST: address that the server listens on. */
  readonly listensOn: string;
  readonly trustedProxies: readonly string[];
  readonly webFolder: string;
  /** Other versions of the page; none by default. */
  readonly otherVersions?: OtherVersions;
  readonly otherOrigins: () => OtherOrigins;
  readonly health: Health;
  readonly noteFailure?: NoteFailure;
  readonly bodyDeadlines?: BodyDeadlines;
  /** By default none where only this machine can connect. */
  readonly connectionCaps?: ConnectionCaps;
}

/** Body limit before the sender is known; signed-in users get JSON_LIMIT. */
export const ANYBODYS_LIMIT = 16 * 1024;
/** Retry-After for clients that find every connection taken. */
const BUSY_SECONDS = 10;
/** How often connections without a whole head are looked at, in milliseconds. */
const LOOK_AT_CONNECTIONS_MS = 5_000;

const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  // Half the work of the plugin's default 4, for responses of the same size and scripts 2 % larger.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  // Up to this size compressed synchronously: a stream of its own costs more than the compression.
  syncThreshold: 64 * 1024,
  // By default the plugin decompresses requests, also for routes that read the body themselves.
  globalDecompression: false,
  customTypes: /^(text\/(?!event-stream)|application\/(json|javascript))/,
};

/** Returns the HTTP server with health, the API's error handling and the browser's files, but no other routes. */
export async function httpServer(
  options: HttpOptions,
): Promise<{ fastify: FastifyInstance; http: HttpContext }> {
  const { publicOrigin } = options;
  const note = options.noteFailure ?? failureLog(options.log);
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  const shield = (reply: FastifyReply) => securityHeaders(reply, isHttps, options.otherOrigins());
  const fastify = Fastify({
    logger: false,
    // Node itself would refuse a request without a Host, with none of our headers.
    http: { connectionsCheckingInterval: LOOK_AT_CONNECTIONS_MS, requireHostHeader: false },
    bodyLimit: ANYBODYS_LIMIT,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 100 },
    rewriteUrl: ({ url = '/' }) => withReadablePath(url),
    // The router's own refusals are sent before any hook runs.
    frameworkErrors: (error, request, reply) => {
      shield(reply);
      answerError(note, error, { request, reply });
    },
    clientErrorHandler: answerBrokenRequests(() => buildSecurityHeaders(isHttps, options.otherOrigins())),
  });
  fastify.server.headersTimeout = 15_000;
  fastify.server.on(
    'checkExpectation',
    refuseExpectation(() => buildSecurityHeaders(isHttps, options.otherOrigins())),
  );
  const caps = isLoopback(options.listensOn)
    ? { all: CONNECTION_CAPS.all, ofIp: Infinity, ofNetwork: Infinity }
    : CONNECTION_CAPS;
  const spare = shareConnections(fastify.server, options.connectionCaps ?? caps, options.trustedProxies);
  const security = securityLog(options);
  fastify.decorateRequest('asker', null);
  fastify.decorateRequest('securityFacts', null);
  fastify.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400 && request.routeOptions.config.event) security.note(request, 'ok');
  });
  fastify.addHook('onResponse', async (request, reply) => security.noteAnswer(request, reply.statusCode));
  fastify.setErrorHandler((error, request, reply) => {
    security.note(request, asAppError(error).code);
    // A client that left before the end of its own request gets no response, and nothing is wrong with the server.
    if (hasLeft(request)) return void reply.hijack();
    answerError(note, error, { request, reply });
  });
  await fastify.register(fastifyCookie);
  await fastify.register(fastifyCompress, COMPRESSION);
  const hosts = allowedHosts(publicOrigin, options.listensOn);
  const deadlines = options.bodyDeadlines ?? BODY_DEADLINES;
  fastify.addHook('onRequest', async (request, reply) => {
    shield(reply);
    refusePastCaps(spare, request, reply);
    guardBody(request, reply, { deadlines, isUpload: isPhoto(request.url) });
    refuseAnyButOneHost(request);
    refuseForeignTarget(request, hosts);
    refuseForeignHost(request, hosts);
    refuseEncoded(request);
    if (!request.routeOptions.config.anySite) refuseCsrf(request, publicOrigin);
  });
  mountHealth(fastify, options.health);
  await mountLostShare(fastify, deadlines);
  await browserFiles(fastify, options);
  return { fastify, http: httpContext(publicOrigin) };
}

/** Health replies past every cap of connections; other requests throw `http/busy`. */
function refusePastCaps(spare: SpareConnections, request: FastifyRequest, reply: FastifyReply): void {
  if (!spare.has(request.raw.socket)) return;
  reply.header('connection', 'close');
  if (!isHealth(request.routeOptions.url)) throw new AppError('http/busy', { retryAfter: BUSY_SECONDS });
}

/** A path with malformed escapes is an unknown page: its % are taken literally. */
function withReadablePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Throws `http/encoded-body`: no browser compresses what it sends, and decompression would let a small request order much work. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('http/encoded-body');
}

/** True for large uploads, which take a phone's connection minutes. */
function isPhoto(url: string): boolean {
  const [path = ''] = url.split('?');
  const isUpload = [UPLOADS_PATH, PHONE_UPLOADS_PATH, API_UPLOADS_PATH].some((uploads) =>
    path.startsWith(uploads),
  );
  return isUpload || [uploadAvatar.path, takePicture.path, SHARE_PATH].includes(path);
}

/** True when the connection is gone, and with it the rest of the request. */
export function hasLeft({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return raw.socket.destroyed && !raw.complete;
}
