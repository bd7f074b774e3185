import { createReadStream } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Bucket, receive, type StoredObject } from './store.ts';
import { escaped, S3Error, sendXml } from './xml.ts';

export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly bucket: Bucket;
  readonly key: string;
}

const MOST_KEYS = 1000;

export async function answerObjects(asked: Asked): Promise<void> {
  const { request, response, bucket, key } = asked;
  if (key === '' && request.method === 'GET') return list(asked);
  if (key === '') return void response.writeHead(200).end();
  switch (request.method) {
    case 'PUT':
      return request.headers['x-amz-copy-source'] === undefined ? put(asked) : copy(asked);
    case 'GET':
    case 'HEAD':
      return read(asked);
    case 'DELETE':
      await bucket.remove(key);
      return void response.writeHead(204).end();
    default:
      throw new S3Error(405, 'MethodNotAllowed');
  }
}

async function put({ request, response, bucket, key }: Asked): Promise<void> {
  const etag = await receive(request, bucket.getObjectPath(key), bucket.temporaryPath());
  await bucket.note(key, request.headers);
  response.writeHead(200, { etag, 'content-length': 0 }).end();
}

async function copy({ request, response, bucket, key }: Asked): Promise<void> {
  const [, , ...path] = decodeURIComponent(String(request.headers['x-amz-copy-source']))
    .replace(/^(?!\/)/, '/')
    .split('/');
  const source = await bucket.find(path.join('/'));
  if (source === null) throw new S3Error(404, 'NoSuchKey');
  const temporary = bucket.temporaryPath();
  await copyFile(bucket.getObjectPath(source.key), temporary);
  await rename(temporary, bucket.getObjectPath(key));
  const made = (await bucket.find(key)) as StoredObject;
  sendXml(
    response,
    'CopyObjectResult',
    `<ETag>${escaped(made.etag)}</ETag><LastModified>${made.modifiedAt.toISOString()}</LastModified>`,
  );
}

async function read({ request, response, bucket, key }: Asked): Promise<void> {
  const found = await bucket.find(key);
  if (found === null) throw new S3Error(404, 'NoSuchKey');
  const { bytes, etag, modifiedAt } = found;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(first ?? 0);
  const end = last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  if (first !== undefined && start >= bytes) throw new S3Error(416, 'InvalidRange');
  response.writeHead(first === undefined ? 200 : 206, {
    etag,
    'last-modified': modifiedAt.toUTCString(),
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(await bucket.readNotes(key)),
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
  });
  if (request.method === 'HEAD' || bytes === 0) return void response.end();
  await pipeline(createReadStream(bucket.getObjectPath(key), { start, end }), response);
}

/** ListObjectsV2. */
async function list({ response, url, bucket }: Asked): Promise<void> {
  const asked = url.searchParams;
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? asked.get('start-after') ?? '';
  const most = Math.min(MOST_KEYS, Number(asked.get('max-keys') ?? MOST_KEYS));
  const keys = (await bucket.keys()).filter((key) => key.startsWith(prefix) && key > after);
  const shown = (await Promise.all(keys.slice(0, most).map((key) => bucket.find(key)))).filter(
    (found) => found !== null,
  );
  const isTruncated = keys.length > most;
  const contents = shown.map(
    ({ key, bytes, modifiedAt, etag }) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes}</Size></Contents>`,
  );
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(keys[most - 1] ?? '')}</NextContinuationToken>`
    : '';
  sendXml(
    response,
    'ListBucketResult',
    `<Prefix>${escaped(prefix)}</Prefix><KeyCount>${shown.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`,
  );
}
