import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { CrowdPlan, CrowdResult } from './load.ts';
import type { Member } from './seed-crowd.ts';

/**
 * Beside the program that measures: many signed-in people, each with a live stream, who open a page every few seconds. Posts the
 * milliseconds of every answer by its route, and how many were none or no success.
 */
const { url, members, seconds, secondsPerPage, hasCache, warm } = workerData as CrowdPlan;
/** As many as a browser opens to one server. */
const CONNECTIONS = 6;
const SHOWN_IN_GALLERY = 60;
/** Kinds of twenty pages. */
const PAGES = [
  ...Array(4).fill('arrive'),
  ...Array(4).fill('lists'),
  ...Array(5).fill('gallery'),
  ...Array(5).fill('lot'),
  ...Array(2).fill('edit'),
];

const times: Record<string, number[]> = {};
const failures: Record<string, number> = {};
let pages = 0;

function note(route: string, begin: number): void {
  times[route] ??= [];
  times[route].push(performance.now() - begin);
}

class Person {
  readonly #member: Member;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #kept: Set<string>;
  #stream: { destroy(): void } | null = null;
  #edits = 0;

  constructor(member: Member) {
    this.#member = member;
    this.#kept = new Set(hasCache && warm ? member.photoIds : []);
  }

  listen(): Promise<void> {
    const begin = performance.now();
    return new Promise((resolve) => {
      const stream = get(`${url}/api/live`, { headers: this.#headers(), agent: false });
      this.#stream = stream;
      stream.on('response', (answer) => {
        if (answer.statusCode !== 200) fail(`live ${answer.statusCode}`);
        answer.once('data', () => {
          note('live', begin);
          resolve();
        });
        answer.resume();
      });
      stream.on('error', () => {
        if (!isOver) fail('live');
        resolve();
      });
    });
  }

  /** Opens a page and waits until all of it is there. */
  async open(page: string): Promise<void> {
    const { batchIds, photoIds } = this.#member;
    const batch = Math.floor(Math.random() * batchIds.length);
    const inBatch = photoIds.length / batchIds.length;
    const ofBatch = photoIds.slice(batch * inBatch, (batch + 1) * inBatch);
    pages += 1;
    if (page === 'arrive') {
      await this.#ask('document', '/gallery');
      await this.#ask('session', '/api/auth/session');
    }
    if (page === 'lists')
      await Promise.all([this.#ask('lists', '/api/batches'), this.#ask('usage', '/api/usage')]);
    if (page === 'gallery') {
      await Promise.all([this.#ask('gallery', '/api/gallery'), this.#ask('outputs', '/api/gallery/outputs')]);
      await this.#pictures(photoIds.slice(0, SHOWN_IN_GALLERY));
    }
    if (page === 'lot') {
      await this.#ask('lot', `/api/batches/${batchIds[batch]}`);
      await this.#pictures(ofBatch);
    }
    if (page === 'edit') {
      this.#edits += 1;
      await this.#ask('edit', `/api/batches/${batchIds[batch]}`, { name: `Lot ${this.#edits}` });
    }
  }

  async #pictures(photoIds: readonly string[]): Promise<void> {
    await Promise.all(
      photoIds
        .filter((id) => !this.#kept.has(id))
        .map((id) => {
          if (hasCache) this.#kept.add(id);
          return this.#ask('thumbnail', `/api/photos/${id}/thumbnail`);
        }),
    );
  }

  #ask(route: string, path: string, body?: unknown): Promise<void> {
    return new Promise((resolve) => {
      const text = body === undefined ? null : JSON.stringify(body);
      const sent = request(`${url}${path}`, {
        method: text === null ? 'GET' : 'PATCH',
        agent: this.#agent,
        headers: {
          ...this.#headers(),
          ...(text !== null && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        },
      });
      let begin = performance.now();
      // The wait for one of the browser's own connections is not the server's.
      sent.on('socket', () => {
        begin = performance.now();
      });
      sent.on('response', (answer: IncomingMessage) => {
        answer.resume().on('end', () => {
          note(route, begin);
          if ((answer.statusCode ?? 0) >= 300) fail(`${route} ${answer.statusCode}`);
          resolve();
        });
      });
      sent.on('error', () => {
        if (!isOver) fail(route);
        resolve();
      });
      sent.end(text ?? undefined);
    });
  }

  #headers() {
    return {
      cookie: `sid=${this.#member.token}`,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'bench',
    };
  }

  leave(): void {
    this.#stream?.destroy();
    this.#agent.destroy();
  }
}

function fail(what: string): void {
  failures[what] = (failures[what] ?? 0) + 1;
}

let isOver = false;
const people = members.map((member) => new Person(member));
const concurrency = 20;
for (let n = 0; n < people.length; n += concurrency)
  await Promise.all(people.slice(n, n + concurrency).map((person) => person.listen()));

const begin = performance.now();
const until = begin + seconds * 1000;
await Promise.all(
  people.map(async (person, n) => {
    // Spread over the first interval; a person who waited longer than one goes on at once.
    let due = begin + (n / people.length) * secondsPerPage * 1000;
    for (let k = n; due < until; k++) {
      await wait(Math.max(0, due - performance.now()));
      if (performance.now() > until) return;
      await person.open(PAGES[(k * 7) % PAGES.length] ?? 'lists');
      due = Math.max(due + secondsPerPage * 1000, performance.now());
    }
  }),
);
const took = (performance.now() - begin) / 1000;
isOver = true;
for (const person of people) person.leave();
parentPort?.postMessage({ times, failures, pages, seconds: took } satisfies CrowdResult);
