import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Asked } from './objects.ts';
import { computeEtag, receive } from './store.ts';
import { escaped, S3Error, sendXml, unescaped } from './xml.ts';

/** Uploads in parts: a folder each, with its key in „key” and its parts by number. */
const LEAST_PART_BYTES = 5 * 1024 * 1024;

interface Part {
  readonly number: number;
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

export function isMultipart({ searchParams }: URL): boolean {
  return searchParams.has('uploads') || searchParams.has('uploadId');
}

export async function answerMultipart(asked: Asked): Promise<void> {
  const { request, url } = asked;
  if (url.searchParams.has('uploads')) return request.method === 'POST' ? create(asked) : listUploads(asked);
  const folder = await getFolder(asked);
  switch (request.method) {
    case 'PUT':
      return uploadPart(asked, folder);
    case 'GET':
      return listParts(asked, folder);
    case 'POST':
      return complete(asked, folder);
    case 'DELETE':
      await rm(folder, { recursive: true, force: true });
      return void asked.response.writeHead(204).end();
    default:
      throw new S3Error(405, 'MethodNotAllowed');
  }
}

async function create({ response, bucket, key }: Asked): Promise<void> {
  const id = randomUUID();
  const folder = join(bucket.uploads, id);
  await mkdir(folder);
  await writeFile(join(folder, 'key'), key);
  sendXml(response, 'InitiateMultipartUploadResult', `<Key>${escaped(key)}</Key><UploadId>${id}</UploadId>`);
}

async function getFolder({ request, url, bucket, key }: Asked): Promise<string> {
  const id = url.searchParams.get('uploadId') ?? '';
  const folder = join(bucket.uploads, id);
  const of = /^[0-9a-f-]{36}$/.test(id)
    ? await readFile(join(folder, 'key'), 'utf8').catch(() => null)
    : null;
  // As RadosGW has it, another name where parts are listed.
  if (of !== key) throw new S3Error(404, request.method === 'GET' ? 'NoSuchKey' : 'NoSuchUpload');
  return folder;
}

async function uploadPart({ request, response, url, bucket }: Asked, folder: string): Promise<void> {
  const number = Number(url.searchParams.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new S3Error(400, 'InvalidArgument');
  const etag = await receive(request, join(folder, String(number)), bucket.temporaryPath());
  response.writeHead(200, { etag, 'content-length': 0 }).end();
}

async function partsIn(folder: string): Promise<Part[]> {
  const names = (await readdir(folder)).filter((name) => name !== 'key');
  const parts = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name));
      return { number: Number(name), bytes: found.size, etag: computeEtag(found), modifiedAt: found.mtime };
    }),
  );
  return parts.sort((a, b) => a.number - b.number);
}

async function listParts({ response, key }: Asked, folder: string): Promise<void> {
  const parts = (await partsIn(folder)).map(
    ({ number, bytes, etag, modifiedAt }) =>
      `<Part><PartNumber>${number}</PartNumber><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes}</Size></Part>`,
  );
  sendXml(
    response,
    'ListPartsResult',
    `<Key>${escaped(key)}</Key><IsTruncated>false</IsTruncated>${parts.join('')}`,
  );
}

async function listUploads({ response, url, bucket }: Asked): Promise<void> {
  const prefix = url.searchParams.get('prefix') ?? '';
  const uploads: string[] = [];
  for (const id of await readdir(bucket.uploads)) {
    const key = await readFile(join(bucket.uploads, id, 'key'), 'utf8').catch(() => null);
    const began = await stat(join(bucket.uploads, id)).catch(() => null);
    if (key === null || began === null || !key.startsWith(prefix)) continue;
    uploads.push(
      `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${began.birthtime.toISOString()}</Initiated></Upload>`,
    );
  }
  sendXml(response, 'ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${uploads.join('')}`);
}

async function complete({ request, response, bucket, key }: Asked, folder: string): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const named = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: unescaped(/<ETag>(.*?)</.exec(part)?.[1] ?? ''),
  }));
  const there = new Map((await partsIn(folder)).map((part) => [part.number, part]));
  const parts = named.map(({ number, etag }) => {
    const part = there.get(number);
    if (part?.etag !== etag) throw new S3Error(400, 'InvalidPart');
    return part;
  });
  if (parts.length === 0 || parts.some(({ number }, i) => number <= (parts[i - 1]?.number ?? 0)))
    throw new S3Error(400, 'InvalidPartOrder');
  const full = parts.slice(0, -1);
  if (full.some(({ bytes }) => bytes < LEAST_PART_BYTES || bytes !== full[0]?.bytes))
    throw new S3Error(400, 'EntityTooSmall');
  const temporary = bucket.temporaryPath();
  await writeFile(temporary, '');
  for (const { number } of parts)
    await pipeline(
      createReadStream(join(folder, String(number))),
      createWriteStream(temporary, { flags: 'a' }),
    );
  await rename(temporary, bucket.getObjectPath(key));
  await rm(folder, { recursive: true, force: true });
  const made = await bucket.find(key);
  sendXml(
    response,
    'CompleteMultipartUploadResult',
    `<Key>${escaped(key)}</Key><ETag>${escaped(made?.etag ?? '')}</ETag>`,
  );
}
