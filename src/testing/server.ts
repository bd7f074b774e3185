import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { fillPath, type InputOf, type ReplyOf, type Route } from '#contract/route.ts';
import type { ShotKind } from '#domain/shots/shots.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import { openUser } from '#server/account/register.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import { openUploads } from '#server/adapters/files/uploads/open.ts';
import type { App } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loggedError } from '#server/logged-error.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { startServer } from '#server/main.ts';
import { hashPassword } from '#server/users/passwords/password-hash.ts';
import { openSession } from '#server/users/sign-in/session-store.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { PATIENCE } from '#testing/patience.ts';

/** The whole server on a database and a data folder of its own, and clients that speak HTTP to it. */
export interface TestServer {
  readonly app: App;
  readonly url: string;
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly uploads: Uploads;
  client(): Client;
  /** A fresh account, signed in. */
  newUser(email?: string): Promise<Client & { uid: string }>;
  close(): Promise<void>;
}

/** `heard`: gets every line of the log. */
export async function testServer(
  env: Record<string, string> = {},
  heard?: (line: string) => void,
): Promise<TestServer> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fotolot-test-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ...databaseSettings(database),
    GOOGLE_ISSUER: 'off',
    OLX_MODE: 'off',
    AUTOVIT_MODE: 'off',
    WOOCOMMERCE_MODE: 'off',
    FIRM_REGISTRY: 'off',
    NETOPIA_MODE: 'off',
    // A full disk of the machine is no business of the tests.
    DISK_GUARD: 'off',
    LOT_PROCESSES: '2',
    // No test asks the internet for a model.
    CUTOUT_MODEL: 'off',
    ...env,
  });
  const log = heard
    ? pino({ level: 'info', serializers: { error: loggedError } }, { write: heard })
    : pino({ level: 'silent' });
  // No page, whether one is built or not: a server keeps its own a while after its start, among the files that tests look at.
  const running = await startServer(config, log, join(dataDir, 'no-page'));
  const { app, url } = running;
  const uploads = await openUploads(config, app.files);
  let accounts = 0;
  return {
    app,
    url,
    database,
    dataDir,
    uploads,
    client: () => new Client(url),
    newUser: async (email) => {
      accounts += 1;
      // Each test account counts as an address of its own: what is tested is elsewhere.
      await database.pool.query('delete from rate_limits');
      const { uid, token } = await createAccount(app, email ?? `om${accounts}@fotolot.example`);
      const client = new Client(url);
      client.cookie = `${config.PUBLIC_URL?.startsWith('https:') ? '__Host-' : ''}sid=${token}`;
      return Object.assign(client, { uid });
    },
    close: async () => {
      uploads.close();
      await running.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let passwordHash: Promise<string> | undefined;

/** As a registration does it, but for the hash: that one is dear, and of PASSWORD the same will do for all. */
async function createAccount(app: App, address: string): Promise<{ uid: string; token: string }> {
  passwordHash ??= hashPassword({ key: 'test', isKnown: true }, PASSWORD);
  const account = {
    email: normaliseEmail(address) ?? '',
    passwordHash: await passwordHash,
    displayName: null,
  };
  return app.change(async ({ tx }) => {
    const uid = await openUser(tx, app, { account, role: 'user' });
    const ref = `registration:${uid}`;
    await queueMail(tx, app, { kind: 'verify-email', ref, userId: uid, address: account.email });
    return { uid, token: await openSession(tx, app, { userId: uid, userAgent: 'node' }) };
  });
}

/** The settings by which a server reaches a test's database. */
export function databaseSettings({ url, pooledUrl }: TestDatabase): Record<string, string> {
  return pooledUrl ? { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: url } : { DATABASE_URL: url };
}

export const PASSWORD = 'drumul spre Cluj';

export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  constructor(status: number, body: { code: string; message: string; details: Record<string, unknown> }) {
    super(`${status} ${body.code}: ${body.message}`);
    this.status = status;
    this.code = body.code;
    this.details = body.details;
  }
}

export class Client {
  readonly url: string;
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  /** A bare request with the session and the headers a browser sends from our own page. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'sec-fetch-site': 'same-origin', ...(this.cookie && { cookie: this.cookie }) };
    const response = await fetch(new URL(path, this.url), {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    const set = response.headers.getSetCookie().find((line) => /^(__Host-)?sid=/.test(line));
    if (set) this.cookie = set.split(';')[0] ?? '';
    return response;
  }

  /** Calls a contract route; a refusal is thrown as Refused. */
  async call<R extends Route>(
    route: R,
    input: InputOf<R>,
    headers: Record<string, string> = {},
  ): Promise<ReplyOf<R>> {
    const { params, query, body } = input as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const path = `${fillPath(route.path, params)}?${new URLSearchParams(query)}`;
    const response = await this.fetch(path, {
      method: route.method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    return answer;
  }

  /** Sends a file by tus in one piece; returns the photo's id. */
  async upload(
    bytes: Uint8Array,
    metadata: { name: string; batchId?: string; folder?: string; shot?: string; shotKind?: ShotKind },
  ): Promise<string> {
    const encoded = Object.entries(metadata).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    );
    const created = await this.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': encoded.join(',') },
    });
    if (created.status !== 201) throw new Refused(created.status, JSON.parse(await created.text()));
    const location = created.headers.get('location') ?? '';
    const sent = await this.fetch(location, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    if (sent.status !== 204) throw new Refused(sent.status, JSON.parse(await sent.text()));
    return location.split('/').at(-1) ?? '';
  }
}

export const TUS = { 'tus-resumable': '1.0.0' };

/** Notes every session of an account that is said to have ended (null: all of them), which is what cuts live streams at once. */
export function endedSessions(server: TestServer, uid: string): (string | null)[] {
  const ended: (string | null)[] = [];
  server.app.live.subscribe(uid, { onChange: () => {}, onSessionEnd: (session) => void ended.push(session) });
  return ended;
}

/** Asks until it holds; fails with the last answer after a minute, or as much longer as the machine is slow. */
export async function pollUntil<T>(ask: () => Promise<T>, isMet: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 60_000 * PATIENCE;
  for (;;) {
    const answer = await ask();
    if (isMet(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`never became true: ${JSON.stringify(answer).slice(0, 500)}`);
    await delay(50);
  }
}

/** Returns how many sessions wait for what this connection's transaction has locked: of others that wait, none is counted. */
export async function countWaitersFor(holder: PoolClient): Promise<number> {
  const { rows } = await holder.query<{ waiters: number }>(
    'select count(distinct pid)::int as waiters from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))',
  );
  return rows[0]?.waiters ?? 0;
}
