import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFiles } from '#server/adapters/files/open.ts';
import { openUploads } from '#server/adapters/files/uploads/open.ts';
import { type RunningSimulator, startSimulator } from '#server/adapters/payments/simulator.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { readConfig } from '#server/config.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { type TestSmtp, testSmtp } from '#testing/mail/smtp.ts';
import { PATIENCE } from '#testing/patience.ts';
import { Client, databaseSettings } from '#testing/server.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { startFront } from './front.ts';
import { ReadyMembers } from './ready-members.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'server', 'main.ts');
const START_LIMIT_MS = 60_000 * PATIENCE;
const RETRY_SECONDS = '1,2,5,5,10,10';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** Long enough for a test to look at a process that goes. */
const DRAIN_SECONDS = 4 * PATIENCE;

/** In what a process differs from the others. */
interface Changes {
  /** The program of another version of the product. */
  readonly main?: string;
  /** Settings of this process alone. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Several processes of one installation, each with a folder of its own, over one database, one bucket and one mail server. */
export interface Cluster {
  readonly database: TestDatabase;
  readonly store: S3Store;
  readonly smtp: TestSmtp;
  readonly provider: RunningSimulator | null;
  /** Its address for people: each request goes to another web process that is ready. */
  readonly url: string;
  start(role: 'web' | 'worker', changes?: Changes): Promise<Member>;
  /** As `start`, without waiting for it. */
  begin(role: 'web' | 'worker', changes?: Changes): Promise<StartingMember>;
  /** Removes files without a row, as an hour later; returns of how many folders it let all lie, because they were too many. */
  sweep(): Promise<number>;
  /** The rules that are broken in database and bucket; files without a row may be so old, a day by itself. */
  broken(orphanGraceMs?: number): ReturnType<typeof findViolations>;
  /** Ends all that still runs. */
  close(): Promise<void>;
}

/** One of its processes. */
export interface Member {
  readonly pid: number;
  readonly url: string;
  /** Its data folder, which no other process has. */
  readonly folder: string;
  /** Its exit status, or the signal that ended it; null while it runs. */
  ended(): number | string | null;
  /** Sends a signal; does not wait. */
  tell(signal: NodeJS.Signals): void;
  /** Waits until it has ended; returns its exit status, or the signal that ended it. */
  end(): Promise<number | string>;
  /** What it says of itself. */
  readiness(): Promise<{ status: number; missing: readonly string[] }>;
}

/** `isSelling`: cards are taken, by a stand-in of the provider that all processes share. */
export async function startCluster({ isSelling = false } = {}): Promise<Cluster> {
  const [database, store, smtp, folder] = await Promise.all([
    testDatabase(),
    s3Store(),
    testSmtp(),
    makeTemporaryFolder(),
  ]);
  const publicPort = await unusedPort();
  const provider = isSelling
    ? await startSimulator(join(folder.path, 'provider.json'), silent, { RETRY_SECONDS })
    : null;
  const ready = new ReadyMembers();
  const entrance = await startFront(publicPort, ready);
  const common = {
    ...databaseSettings(database),
    FILES_URL: store.url,
    SECRET_KEY: 'cd'.repeat(32),
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}?ignoreTLS=true`,
    GOOGLE_ISSUER: 'off',
    ...paymentSettings(provider),
    CUTOUT_MODEL: 'off',
    LOT_PROCESSES: '1',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const members: StartingMember[] = [];
  let last = 0;
  const begin = async (role: 'web' | 'worker', { main = MAIN, env = {} }: Changes = {}) => {
    last += 1;
    const dataDir = join(folder.path, `${role}-${last}`);
    const member = launchMember(
      main,
      { ...common, ROLE: role, DATA_DIR: dataDir, ...env },
      await unusedPort(),
    );
    members.push(member);
    if (role === 'web') ready.add(member);
    return member;
  };
  return {
    database,
    store,
    smtp,
    provider,
    url: common.PUBLIC_URL,
    begin,
    start: async (role, changes) => {
      const member = await begin(role, changes);
      await member.untilReady();
      return member;
    },
    sweep: async () => {
      const config = readConfig({ ...common, DATA_DIR: folder.path });
      const files = await openFiles(config, { isTool: true });
      const uploads = await openUploads(config, files);
      const app = { db: database.db, files, log: silent };
      const { held } = await removeOrphanFiles(app, uploads, { before: new Date() });
      uploads.close();
      await files.close();
      return held.length;
    },
    broken: async (orphanGraceMs = 24 * 3_600_000) => {
      const files = await openFiles(readConfig({ ...common, DATA_DIR: folder.path }), { isTool: true });
      try {
        return await findViolations({ db: database.db, files }, { orphanGraceMs, deep: true });
      } finally {
        await files.close();
      }
    },
    close: async () => {
      for (const member of members) member.tell('SIGKILL');
      await Promise.all(members.map((member) => member.end()));
      await ready.stopPolling();
      entrance.close();
      await provider?.close();
      await store.close();
      await smtp.close();
      await database.close();
      await folder.remove();
    },
  };
}

function paymentSettings(provider: RunningSimulator | null): Record<string, string> {
  if (!provider) return { NETOPIA_MODE: 'off' };
  return {
    NETOPIA_MODE: 'simulator',
    NETOPIA_URL: provider.url,
    NETOPIA_API_KEY: provider.apiKey,
    NETOPIA_POS_SIGNATURE: provider.posSignature,
    NETOPIA_PUBLIC_KEY: String(provider.publicKey.export({ type: 'spki', format: 'pem' })),
  };
}

interface StartingMember extends Member {
  untilReady(): Promise<void>;
}

function launchMember(main: string, env: Record<string, string>, port: number): StartingMember {
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME, TMPDIR } = process.env;
  const inherited = { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }) };
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...inherited, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output += part;
    });
  const ended = () => child.exitCode ?? child.signalCode;
  const readiness = async () => {
    const reply = await fetch(`${url}/readyz`);
    const { missing = [] } = (await reply.json()) as { missing?: string[] };
    return { status: reply.status, missing };
  };
  return {
    url,
    pid: child.pid ?? 0,
    folder: env.DATA_DIR ?? '',
    ended,
    tell: (signal) => void child.kill(signal),
    end: async () => ended() ?? (await once(child, 'exit').then(() => ended() ?? 0)),
    readiness,
    untilReady: async () => {
      for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await delay(50)) {
        if (ended() !== null) break;
        if ((await readiness().catch(() => null))?.status === 200) return;
      }
      throw new Error(`${env.ROLE} is not ready (${ended()}):\n${output}`);
    },
  };
}

/** Sends each request to the next process. */
export class RoamingClient extends Client {
  readonly #urls: readonly string[];
  #next = 0;

  constructor(urls: readonly string[]) {
    super(urls[0] ?? '');
    this.#urls = urls;
  }

  override fetch(path: string, init?: RequestInit): Promise<Response> {
    this.#next += 1;
    const url = this.#urls[this.#next % this.#urls.length];
    return super.fetch(new URL(path, url).href, init);
  }

  /** The same session at one process alone. */
  createClientAt(url: string): Client {
    const client = new Client(url);
    client.cookie = this.cookie;
    return client;
  }
}
