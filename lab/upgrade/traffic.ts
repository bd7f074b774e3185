import { setTimeout as delay } from 'node:timers/promises';
import { Client, TUS } from '#testing/server.ts';
import type { ReadyMembers } from '../cluster/ready-members.ts';

const EVERY_MS = 50;
const CHUNKS = 40;

/** A page that is open, of whatever version. */
interface Tab {
  readonly version: string;
}

export interface TrafficOptions {
  readonly ready: ReadyMembers;
  readonly cookie: string;
  readonly batchId: string;
  /** What pages of a version send with an edit. */
  readonly buildEdit: (version: string, n: number) => object;
}

/**
 * Twenty requests a second of one person with many tabs: each goes to another member that is ready. Tabs are opened all the time, stay open, and
 * ask later for the scripts that their own version names.
 */
export class Traffic {
  /** What went wrong: requests that were refused, failed, or were cut. */
  readonly problems: string[] = [];
  /** Versions of the pages that were handed out, in this order. */
  readonly pages: string[] = [];
  readonly #options: TrafficOptions;
  readonly #tabs: Tab[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #isOver = false;
  sent = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  async stopTraffic(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    await Promise.all(this.#open);
  }

  /** Uploads a file in many pieces, each to another member; returns the photo's id. */
  async upload(bytes: Uint8Array, name: string): Promise<string> {
    const metadata = `name ${Buffer.from(name).toString('base64')}`;
    const created = await this.#request('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    const path = new URL(created?.headers.get('location') ?? '/', this.#options.ready.takeNextReady().url)
      .pathname;
    const size = Math.ceil(bytes.length / CHUNKS);
    for (let at = 0; at < bytes.length; at += size) {
      await this.#request(path, {
        method: 'PATCH',
        headers: { ...TUS, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        body: bytes.slice(at, at + size) as Uint8Array<ArrayBuffer>,
      });
      await delay(5 * EVERY_MS);
    }
    return path.split('/').at(-1) ?? '';
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const one = this.#one(this.sent++).finally(() => this.#open.delete(one));
      this.#open.add(one);
      await delay(EVERY_MS);
    }
  }

  async #one(n: number): Promise<void> {
    const { batchId, buildEdit: editOf } = this.#options;
    const tab = this.#tabs[(n * 7) % this.#tabs.length];
    if (n % 10 === 0 || !tab) return this.#openTab();
    const script = n % 3 === 0 ? 'lazy' : 'app';
    if (n % 2 === 0) return void (await this.#request(`/assets/${script}-${tab.version}.js`));
    if (n % 3 === 0) return void (await this.#request(`/api/batches/${batchId}`));
    const body = JSON.stringify(editOf(tab.version, n));
    const headers = { 'content-type': 'application/json' };
    await this.#request(`/api/batches/${batchId}`, { method: 'PATCH', headers, body });
  }

  async #openTab(): Promise<void> {
    const page = await this.#request('/gallery?view=lots');
    const [, version] = /app-([\w.]+)\.js/.exec((await page?.text()) ?? '') ?? [];
    if (version === undefined) return;
    this.pages.push(version);
    this.#tabs.push({ version });
    const worker = await (await this.#request('/service-worker.js'))?.text();
    if (worker !== undefined && !worker.includes('SHELL')) this.problems.push('no service worker');
  }

  async #request(path: string, init?: RequestInit): Promise<Response | null> {
    const member = this.#options.ready.takeNextReady();
    const client = new Client(member.url);
    client.cookie = this.#options.cookie;
    const what = `${init?.method ?? 'GET'} ${path} at ${member.url}`;
    try {
      const response = await client.fetch(path, init);
      if (!response.ok)
        this.problems.push(`${response.status} ${what}: ${(await response.text()).slice(0, 200)}`);
      // Read to its end: a response may be cut in its middle.
      return new Response(response.status === 204 ? null : await response.arrayBuffer(), response);
    } catch (error) {
      this.problems.push(`${what}: ${String((error as Error).cause ?? error)}`);
      return null;
    }
  }
}
