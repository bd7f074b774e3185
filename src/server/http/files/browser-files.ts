import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MEASURE_PAGE } from '#contract/analytics.ts';
import { GOOGLE_POPUP_PAGE } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import { isPagePath } from '#domain/users/own-path.ts';
import { formatRefusal } from '#server/http/errors.ts';
import { keepOpener, letTagIn, type OtherOrigins } from '#server/http/security/security-headers.ts';

/** Files of other versions of the product that run beside this one. */
export interface OtherVersions {
  /** Returns the page's file to hand out in place of our own, or null for our own. */
  getPage(name: string): Buffer | null;
  /** Returns a hashed file of any version by its name below /assets/, or null. */
  readAsset(name: string): Promise<Buffer | null>;
}

const NONE: OtherVersions = { getPage: () => null, readAsset: async () => null };
const PAGE = 'index.html';
const FOREVER = 'public, max-age=31536000, immutable';
const ASSET = /^\/assets\/([A-Za-z0-9_-][\w.-]*\.[a-z0-9]+)$/;
/** Types of the files in a build. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const getContentType = (name: string) => TYPES[extname(name)] ?? 'application/octet-stream';

/**
 * Serves the build's files: hashed assets cached for a year, the page revalidated. Every other path gets the page, with 404 where the page
 * knows no such path.
 */
export async function browserFiles(
  fastify: FastifyInstance,
  {
    webFolder: folder,
    otherOrigins,
    otherVersions = NONE,
  }: { webFolder: string; otherOrigins: () => OtherOrigins; otherVersions?: OtherVersions },
): Promise<void> {
  const hasFiles = existsSync(folder);
  const rightsOf = (reply: Parameters<typeof keepOpener>[0], path: string) => {
    if (path.endsWith(GOOGLE_POPUP_PAGE)) keepOpener(reply);
    if (path.endsWith(MEASURE_PAGE)) letTagIn(reply, otherOrigins());
  };
  if (hasFiles) {
    fastify.addHook('onRequest', async ({ method, url }, reply) => {
      if (method !== 'GET' && method !== 'HEAD') return;
      const [path = ''] = url.split('?');
      const other = otherVersions.getPage(path.slice(1));
      if (other === null) return;
      reply.header('cache-control', 'no-cache');
      rightsOf(reply, path);
      return reply.type(getContentType(path)).send(other);
    });
    await fastify.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      setHeaders: (reply, path) => {
        const forever = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', forever ? FOREVER : 'no-cache');
        rightsOf(reply, path);
      },
    });
  }
  fastify.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const isRead = /^(GET|HEAD)$/.test(request.method);
    const [path = ''] = request.url.split('?');
    const [, asset] = (isRead && ASSET.exec(path)) || [];
    const found = asset ? await otherVersions.readAsset(asset) : null;
    if (asset && found) return reply.header('cache-control', FOREVER).type(getContentType(asset)).send(found);
    const isPage = isRead && !/^\/(api|assets|avatars|healthz|livez|readyz)\b/.test(request.url);
    if (isPage && hasFiles) {
      reply.status(isPagePath(path) ? 200 : 404).header('cache-control', 'no-cache');
      const other = otherVersions.getPage(PAGE);
      return other
        ? reply.type(getContentType(PAGE)).send(other)
        : reply.sendFile(PAGE, { cacheControl: false });
    }
    const { mediaType, body } = formatRefusal(request.url, new AppError('http/not-found'));
    return reply.status(404).header('cache-control', 'no-store').type(mediaType).send(body);
  });
}
