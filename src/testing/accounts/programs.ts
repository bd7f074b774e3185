import { makeApiKey } from '#contract/api/keys.ts';
import { API_UPLOADS_PATH } from '#contract/api/v1.ts';
import type { KeyKind } from '#domain/users/api-keys.ts';
import { type Client, type TestServer, TUS } from '#testing/server.ts';

/** Gives an account the Pro plan, which brings keys, and makes one. */
export async function makeKey(
  server: TestServer,
  owner: Client & { readonly uid: string },
  kind: KeyKind = 'work',
): Promise<{ secret: string; id: string }> {
  await server.database.pool.query(
    "update users set plan = 'pro', email_verified_at = coalesce(email_verified_at, now()) where id = $1",
    [owner.uid],
  );
  const { secret, key } = await owner.call(makeApiKey, { body: { name: `Cheie ${kind}`, kind } });
  return { secret, id: key.id };
}

/** A program: it sends its key and neither cookies nor what browsers send. */
export class ProgramClient {
  readonly url: string;
  readonly secret: string;
  constructor(url: string, secret: string) {
    this.url = url;
    this.secret = secret;
  }

  fetch(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
    const authorization = `Bearer ${this.secret}`;
    return fetch(new URL(path, this.url), { ...init, headers: { authorization, ...headers } });
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Sends a photo by tus in one piece; returns its id. */
  async upload(bytes: Uint8Array, batchId: string): Promise<string> {
    const metadata = `name ${btoa('poza.jpg')},batchId ${btoa(batchId)}`;
    const begun = await this.fetch(API_UPLOADS_PATH, {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    const location = begun.headers.get('location') ?? '';
    await this.fetch(location, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    return location.split('/').at(-1) ?? '';
  }
}

/** Makes keys of the owner, and begins an upload by the one that works. */
export async function openKeys(server: TestServer, owner: Client & { readonly uid: string }) {
  const { secret: readKey } = await makeKey(server, owner, 'read');
  const { secret: workKey } = await makeKey(server, owner, 'work');
  const { id: spareId } = await makeKey(server, owner, 'read');
  const begun = await new ProgramClient(server.url, workKey).fetch(API_UPLOADS_PATH, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': '10' },
  });
  // Used just now, so that no request has to write it.
  await server.database.pool.query("update api_keys set used_at = now() + interval '1 day'");
  return { readKey, workKey, spareId, uploadId: begun.headers.get('location')?.split('/').at(-1) ?? '' };
}

/** A webhook with a message that arrived. Its secret opens nothing, so that nothing is ever sent there. */
export async function insertWebhook(
  { app }: TestServer,
  userId: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const [webhookId, deliveryId, at] = [app.newId('whk'), app.newId('msg'), app.now()];
  const webhook = { id: webhookId, url: 'https://magazin.example/', sealed_secret: '' };
  const about = { user_id: userId, created_at: at };
  await app.db
    .insertInto('webhooks')
    .values({ ...about, ...webhook, events: ['lot.done'] })
    .execute();
  await app.db
    .insertInto('webhook_deliveries')
    .values({
      ...about,
      id: deliveryId,
      webhook_id: webhookId,
      event: 'lot.done',
      body: '{}',
      arrived_at: at,
    })
    .execute();
  return { webhookId, deliveryId };
}
