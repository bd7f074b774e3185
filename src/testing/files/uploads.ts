import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Locker } from '@tus/server';
import { uploadsInFolder } from '#server/adapters/files/uploads/folder.ts';
import type { User } from '#server/app.ts';
import { mountUploads } from '#server/batches/uploads/uploads.ts';
import { httpServer } from '#server/http/server.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { openSession, userFinder } from '#server/users/sign-in/session-store.ts';
import { testApp } from '#testing/app.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { pollUntil, TUS } from '#testing/server.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

/** The file that all uploads here send, and one as long that differs in every byte. */
export const BYTES = Buffer.from('the photo as it was accepted, byte for byte');
export const OTHERS = Buffer.from(BYTES.map((byte) => byte ^ 0xff));

const OWN = { ...TUS, 'sec-fetch-site': 'same-origin' };
export const PART = { 'content-type': 'application/offset+octet-stream' };
export const CHUNKED = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
export const buildCreateHeaders = (key: string) => ({
  'content-length': '0',
  'upload-length': String(BYTES.length),
  'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
});
export const buildOffsetHeaders = (offset: number) => ({ ...PART, 'upload-offset': String(offset) });
export const getUploadId = (path: string) => path.split('/').at(-1) ?? '';

/** A request whose body has not ended. */
export interface OpenRequest {
  readonly sent: ClientRequest;
  /** Null: the connection is gone without one. */
  readonly answer: Promise<IncomingMessage | null>;
}

/** The routes of uploads on a real database, with nothing behind them that prepares photos. */
export async function uploadServer(
  locker: Locker,
  ask: (user: User) => Promise<User> = async (user) => user,
) {
  const folder = await makeTemporaryFolder();
  const test = await testApp();
  const { id } = await test.newUser();
  const token = await test.app.change(({ tx }) => openSession(tx, test.app, { userId: id, userAgent: '' }));
  const user = (await userFinder(test.app)(token)) as User;
  const { fastify } = await httpServer({
    log: test.app.log,
    keyedHash: test.app.keyedHash,
    publicOrigin: null,
    listensOn: '127.0.0.1',
    trustedProxies: [],
    webFolder: '/nowhere',
    otherOrigins: () => ({ pictures: [], forms: [], tag: { scripts: [], hits: [] } }),
    health: { isReady: async () => true, listMissing: async () => [] },
  });
  const { app } = test;
  const uploads = await uploadsInFolder(folder.path, app.files);
  mountUploads(fastify, app, { uploads, authenticate: () => ask(user), locker });
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...uploadClient(url, folder.path, (photoId) => app.files.readWhole(originalKey(photoId))),
    app,
    user,
    close: async () => {
      await fastify.close();
      await test.close();
      await folder.remove();
    },
  };
}

export type UploadServer = Awaited<ReturnType<typeof uploadServer>>;

function uploadClient(
  url: string,
  folder: string,
  readOriginal: (photoId: string) => Promise<Buffer | null>,
) {
  const ask = (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
  ) => sendRaw(url, { method, path, headers: { ...OWN, ...headers }, body });
  const announce = (key: string) => ask('POST', '/api/uploads', { headers: buildCreateHeaders(key) });
  /** Bytes of an upload that have come; of one that is over, all. */
  const arrived = async (path: string) =>
    (await stat(join(folder, getUploadId(path))).catch(() => null))?.size ?? BYTES.length;

  function openRequest(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): OpenRequest {
    const reported = Object.entries({ ...OWN, ...headers }).filter(([, value]) => value !== undefined);
    const sent = httpRequest(new URL(path, url), {
      method,
      agent: false,
      headers: Object.fromEntries(reported),
    });
    const answer = new Promise<IncomingMessage | null>((resolve) => {
      sent.on('response', (response) => resolve(response.resume())).on('error', () => resolve(null));
    });
    sent.flushHeaders();
    return { sent, answer };
  }

  return {
    ask,
    announce,
    arrived,
    open: openRequest,
    patch: (path: string, offset: number, part: Buffer) =>
      ask('PATCH', path, { headers: buildOffsetHeaders(offset), body: part }),
    begun: async (key: string): Promise<string> => {
      const { status, headers } = await announce(key);
      assert.equal(status, 201);
      return String(headers.location);
    },
    originalOf: (path: string) => readOriginal(getUploadId(path)),
    /** A part that goes on where the file ends: comes back when its first byte is in the file, or when it is refused. */
    openPatch: async (path: string): Promise<OpenRequest> => {
      const offset = await arrived(path);
      const part = openRequest('PATCH', path, { ...buildOffsetHeaders(offset), ...CHUNKED });
      if (offset === BYTES.length) return part;
      part.sent.write(BYTES.subarray(offset, offset + 1));
      let isAnswered = false;
      void part.answer.then(() => {
        isAnswered = true;
      });
      await pollUntil(
        async () => isAnswered || (await arrived(path)) > offset,
        (isThere) => isThere,
      );
      return part;
    },
  };
}
