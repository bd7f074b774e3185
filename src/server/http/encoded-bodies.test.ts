import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { UPLOADS_PATH } from '#contract/photos.ts';
import { fillPath } from '#contract/route.ts';
import { httpContext } from '#server/http/server.ts';
import { buildRoutes } from '#server/routes.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { type Client, type TestServer, TUS, testServer } from '#testing/server.ts';

const PLAIN = Buffer.from(JSON.stringify({ name: 'x'.repeat(100_000) }));
const ENCODED = [
  ['gzip', gzipSync(PLAIN)],
  ['br', brotliCompressSync(PLAIN)],
  ['deflate', deflateSync(PLAIN)],
  ['GZIP, identity', gzipSync(PLAIN)],
  ['unknown', PLAIN],
] as const;

describe('requests whose body is compressed', () => {
  let server: TestServer;
  let user: Client & { uid: string };

  before(async () => {
    server = await testServer();
    user = await server.newUser();
  });
  after(() => server.close());

  const send = (
    method: string,
    path: string,
    { headers, body }: { headers: Record<string, string>; body: Buffer },
  ) =>
    sendRaw(server.url, {
      method,
      path,
      headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin', ...headers },
      body,
    });

  async function refused(method: string, path: string, headers: Record<string, string> = {}): Promise<void> {
    for (const [encoding, body] of ENCODED) {
      const reported = { 'content-type': 'application/json', ...headers, 'content-encoding': encoding };
      const { status, text } = await send(method, path, { headers: reported, body });
      assert.equal(status, 415, `${method} ${path} ${encoding}`);
      assert.equal(JSON.parse(text).code, 'http/encoded-body');
    }
  }

  it('are refused by every route that takes one', async () => {
    const taking = buildRoutes(server.app, httpContext(null)).filter(({ route }) => route.method !== 'GET');
    assert.ok(taking.length > 50);
    const params = new Proxy({}, { get: () => 'img_aaaaaaaaaaaaaaaaaaaaaaaaaa', has: () => true });
    for (const { route } of taking) await refused(route.method, fillPath(route.path, params));
    await refused('POST', '/nowhere');
  });

  it('are refused by uploads, which lose nothing by it', async () => {
    const announcing = { ...TUS, 'upload-length': String(PLAIN.length) };
    await refused('POST', UPLOADS_PATH, announcing);
    const { headers } = await send('POST', UPLOADS_PATH, { headers: announcing, body: Buffer.alloc(0) });
    const path = String(headers.location);
    const part = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    await refused('PATCH', path, part);
    const asked = await user.fetch(path, { method: 'HEAD', headers: TUS });
    assert.equal(asked.headers.get('upload-offset'), '0');
    const plain = await send('PATCH', path, {
      headers: { ...part, 'content-encoding': 'identity' },
      body: PLAIN,
    });
    assert.equal(plain.status, 204);
  });
});
