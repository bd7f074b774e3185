import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { FetchableModel, ModelManifest } from '#domain/photos/cutout-models.ts';
import { saveTinyModel } from '#imaging/fixtures/tiny-model.ts';

/** How a server of files behaves towards one request. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => void;

export interface ModelMirror {
  readonly url: string;
  /** The tiny model of the tests, to be had here under the keys asked for. */
  model(key: string): FetchableModel;
  readonly bytes: Buffer;
  /** `from` of each request: the range it asked for. */
  readonly asked: { readonly path: string; readonly range: string | undefined }[];
  /** From now on; each request first takes those that `next` put in line. */
  behave(how: Behaviour): void;
  next(...how: Behaviour[]): void;
  /** Breaks every connection. */
  cut(): void;
  close(): Promise<void>;
}

const readRangeStart = ({ headers }: IncomingMessage) =>
  Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

/** Begins an answer by the range that was asked for; returns the bytes that belong to it. */
function beginRangeAnswer(request: IncomingMessage, response: ServerResponse, bytes: Buffer): Buffer {
  const from = readRangeStart(request);
  const rest = bytes.subarray(from);
  const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length, ...(from > 0 && range) });
  return rest;
}

export const sendWholeFile: Behaviour = (request, response, bytes) => {
  response.end(beginRangeAnswer(request, response, bytes));
};
export const withoutRanges: Behaviour = (_, response, bytes) => {
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};
export const sendStatus =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(code, headers).end('<html>');
  };
/** Sends so many bytes, and then nothing any more. */
export const silentAfter =
  (count: number): Behaviour =>
  (request, response, bytes) => {
    const rest = beginRangeAnswer(request, response, bytes);
    response.flushHeaders();
    if (count > 0) response.write(rest.subarray(0, count));
  };

export async function modelMirror(folder: string): Promise<ModelMirror> {
  const path = await saveTinyModel(folder);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as ModelManifest;
  const bytes = await readFile(join(dirname(path), manifest.file));
  const asked: { path: string; range: string | undefined }[] = [];
  const line: Behaviour[] = [];
  let usual = sendWholeFile;
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', range: request.headers.range });
    (line.shift() ?? usual)(request, response, bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    bytes,
    asked,
    model: (key) => ({
      ...{ key, manifest: { ...manifest, file: `${key}.onnx` }, bytes: bytes.length },
      source: null,
      memoryBytes: null,
      coreSeconds: null,
      address: `${url}/${key}.onnx`,
    }),
    behave: (how) => {
      usual = how;
    },
    next: (...how) => {
      line.push(...how);
    },
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Bytes of the same number that are another file. */
export const otherBytes: Behaviour = (request, response, bytes) => {
  const other = Buffer.from(createHash('sha512').update(bytes).digest());
  sendWholeFile(
    request,
    response,
    Buffer.from(bytes.map((byte, i) => byte ^ (other[i % other.length] ?? 0))),
  );
};
