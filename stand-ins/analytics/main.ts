import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * A stand-in for Google Analytics on this machine alone: the web configuration, the tag, and what it counts, which goes nowhere.
 * Settings: PORT (0 takes a free one), MEASUREMENT_ID (empty: a configuration without one). The first line it prints is its address.
 * `GET /hits` shows what was counted. It ends when its standard input does, so that it never outlives the program that started it.
 */
const { PORT = '0', MEASUREMENT_ID = 'G-STANDIN' } = process.env;
const MOST_HITS = 1000;

const tag = await readFile(join(import.meta.dirname, 'tag.js'), 'utf8');
const config = JSON.stringify({
  projectId: 'stand-in',
  appId: '1:1:web:1',
  ...(MEASUREMENT_ID && { measurementId: MEASUREMENT_ID }),
});
const etag = `"${createHash('sha256').update(config).digest('base64url')}"`;
/** Parameters of each event, oldest first. */
const hits: Record<string, string>[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
  if (/^\/v1alpha\/projects\/-\/apps\/[\w:-]+\/webConfig$/.test(pathname)) {
    if (!request.headers['x-goog-api-key']) response.writeHead(403).end();
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag }).end(config);
  } else if (pathname === '/gtag/js') {
    // Pages of other sites load it.
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('content-type', 'application/javascript; charset=utf-8').end(tag);
  } else if (pathname === '/g/collect' && request.method === 'POST') {
    hits.push(Object.fromEntries(searchParams));
    if (hits.length > MOST_HITS) hits.shift();
    request.resume();
    response.writeHead(204).end();
  } else if (pathname === '/hits') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(hits));
  } else response.writeHead(404).end();
}

const server = createServer(answer);
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.stdin.on('end', () => process.exit(0)).resume();
