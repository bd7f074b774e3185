import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Faults, type Knobs } from './faults.ts';
import { forward } from './forward.ts';
import { answerMultipart, isMultipart } from './multipart.ts';
import { answerObjects } from './objects.ts';
import { isSigned } from './signature.ts';
import { Buckets } from './store.ts';
import { S3Error, sendError } from './xml.ts';

/**
 * A stand-in for S3-compatible object storage on this machine alone: path-style addresses, Signature Version 4, what the product uses of
 * the protocol and nothing more. It is as strict as the strictest of its kind: no trailing checksums, no conditional writes, no tags, parts
 * of equal size. Settings: PORT (0 takes a free one), FOLDER, ACCESS_KEY, SECRET_KEY; buckets are made as they are named. The first line it
 * prints is its address. With UPSTREAM, the address of another
 * store, it has no objects of its own: it hands every request on, so that what goes wrong here goes wrong with a store of others. `PUT /-/faults` sets what goes wrong, `GET /-/calls` counts requests by operation. It ends when its standard input
 * does, so that it never outlives the program that started it.
 */
const { PORT = '0', FOLDER = '', UPSTREAM = '' } = process.env;
const { ACCESS_KEY: accessKey = 'stand-in', SECRET_KEY: secretKey = 'stand-in-secret' } = process.env;
const keys = { accessKey, secretKey };
if (FOLDER === '' && UPSTREAM === '') throw new Error('FOLDER is not set');

const buckets = new Buckets(FOLDER);
const faults = new Faults();
const calls = new Map<string, number>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (url.pathname === '/-/faults') return setFaults(request, response);
  if (url.pathname === '/-/calls') return void response.end(JSON.stringify(Object.fromEntries(calls)));
  const operation =
    `${request.method} ${[...url.searchParams.keys()].filter((key) => /^(uploads|uploadId|partNumber|list-type)$/.test(key)).join('&')}`.trim();
  calls.set(operation, (calls.get(operation) ?? 0) + 1);
  if (await faults.strike(request, response)) return;
  if (UPSTREAM !== '') return forward(request, response, { upstream: new URL(UPSTREAM), keys });
  if (!isSigned(request, url, keys)) throw new S3Error(403, 'SignatureDoesNotMatch');
  refuseWhatSomeLack(request, url);
  const [, bucketName = '', path = ''] = /^\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
  const asked = {
    request,
    response,
    url,
    bucket: await buckets.named(bucketName),
    key: decodeURIComponent(path),
  };
  if (isMultipart(url)) await answerMultipart(asked);
  else await answerObjects(asked);
}

function refuseWhatSomeLack({ headers }: IncomingMessage, url: URL): void {
  const isRefused =
    String(headers['x-amz-content-sha256']).startsWith('STREAMING-') ||
    headers['x-amz-trailer'] !== undefined ||
    headers['x-amz-tagging'] !== undefined ||
    headers['if-none-match'] !== undefined ||
    url.searchParams.has('tagging') ||
    url.searchParams.has('delete');
  if (isRefused) throw new S3Error(501, 'NotImplemented');
}

async function setFaults(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  faults.set(JSON.parse(text) as Partial<Knobs>);
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => sendError(request, response, error));
});
server.requestTimeout = 0;
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.stdin.on('end', () => process.exit(0)).resume();
