import { equal, ok } from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../../e2e/support/api-client.ts';
import { PATIENCE } from '../../e2e/support/patience.ts';
import { SAMPLES } from '../../e2e/support/photo-files.ts';
import { PASSWORD, until } from '../../e2e/support/steps.ts';
import { Buyer } from '../crash/buyer.ts';

/** People at work while faults strike: what the server acknowledged is remembered, and has to be there in the end. */
const STEP_MS = 180_000 * PATIENCE;
/** People take their time; without a pause one fills the queue that others wait in. */
const PAUSE_MS = 300;
const GIFT = 3;
const BOUGHT = 10;
const BATCH = 3;
/** Where the uploader begins another batch. */
const PHOTOS_OF_BATCH = 40;

export interface Work {
  /** One thing that people do, taken again until it succeeds. */
  step(): Promise<void>;
  /** Fails unless all that was acknowledged is there. */
  check(): Promise<void>;
  readonly name: string;
}

/** Uploads one photo after the other, each with bytes of its own. */
export function uploader(client: ApiClient): Work {
  const accepted = new Map<string, string>();
  let batch = '';
  let inBatch = 0;
  let n = 0;
  return {
    name: 'uploads',
    async step() {
      if (batch === '' || inBatch === PHOTOS_OF_BATCH) {
        batch = (await expect(client, 'POST', '/api/batches', { body: { name: 'Poze' } })).id;
        inBatch = 0;
      }
      n += 1;
      const bytes = await ownPhoto(`upload ${n}`);
      const id = await uploadWhole(client, { bytes, name: `poza-${n}.jpg` }, batch);
      inBatch += 1;
      accepted.set(id, sha256(bytes));
    },
    async check() {
      for (const [id, sum] of accepted) {
        // Not before it is prepared.
        const answer = await until(
          () => client.send(`/api/photos/${id}/original`, {}),
          ({ status }) => status === 200,
        );
        equal(sha256(new Uint8Array(await answer.arrayBuffer())), sum, `photo ${id}`);
      }
    },
  };
}

/** Calls a batch by ever other names. */
export function editor(client: ApiClient): Work {
  let batch = '';
  let tried = 0;
  let accepted = 0;
  return {
    name: 'edits',
    async step() {
      if (batch === '') batch = (await expect(client, 'POST', '/api/batches', { body: { name: '0' } })).id;
      tried += 1;
      await expect(client, 'PATCH', `/api/batches/${batch}`, { body: { name: String(tried) } });
      accepted = tried;
    },
    async check() {
      const name = Number((await expect(client, 'GET', `/api/batches/${batch}`)).name);
      ok(name >= accepted && name <= tried, `the lot is called ${name}, ${accepted} was accepted`);
    },
  };
}

/** Starts batches at one credit each and waits for their results. */
export function starter(client: ApiClient, credits: number): Work {
  const started: string[] = [];
  let photoIds: string[] = [];
  const read = (batch: string) => expect(client, 'GET', `/api/batches/${batch}`);
  let batch = '';
  return {
    name: 'lots',
    async step() {
      if (photoIds.length < BATCH) {
        const source = (await expect(client, 'POST', '/api/batches', { body: { name: 'Sursa' } })).id;
        photoIds = [];
        for (let n = 0; n < BATCH; n++)
          photoIds.push(
            await uploadWhole(client, { bytes: await ownPhoto(`lot ${n}`), name: `lot-${n}.jpg` }, source),
          );
      }
      // One that was made and not started is started now: the key makes two presses one.
      if (batch === '')
        batch = (await expect(client, 'POST', '/api/batches', { body: { name: 'Lot', photoIds } })).id;
      await until(
        async () => Object.values<{ state: string }>((await read(batch)).photos),
        (photos) => photos.every(({ state }) => state === 'ready'),
      );
      const key = { 'idempotency-key': `start-${batch}` };
      await expect(client, 'POST', `/api/batches/${batch}/start`, {
        body: { photoIds, cost: 1 },
        headers: key,
      });
      if (!started.includes(batch)) started.push(batch);
      const ended = await until(
        () => read(batch),
        ({ run }) => run !== null && run.finishedAt !== null,
      );
      equal(ended.state, 'done', `the lot ended as ${JSON.stringify(ended.photos)}`);
      batch = '';
    },
    async check() {
      for (const id of started) {
        const ended = await until(
          () => read(id),
          ({ run }) => run.finishedAt !== null,
        );
        equal(ended.state, 'done', id);
        equal(Object.keys(ended.results).length, BATCH, id);
      }
      const left = (await expect(client, 'GET', '/api/users/me')).credits.totalCredits;
      equal(left, credits - started.length, `${started.length} lots were started`);
    },
  };
}

/** Buys ten credits, each time as a new person. */
export function buyers(shop: string, provider: string): Work {
  const done: Buyer[] = [];
  let current: Buyer | null = null;
  let at = 0;
  let count = 0;
  return {
    name: 'payments',
    async step() {
      if (!current) {
        count += 1;
        const buyer = new Buyer(count, shop, provider);
        await buyer.arrive();
        current = buyer;
        at = 0;
      }
      const buyer = current;
      const steps = [() => buyer.start(), () => buyer.pay(), () => buyer.comeBack()];
      for (; at < steps.length; at++) await steps[at]?.();
      done.push(buyer);
      current = null;
    },
    async check() {
      for (const buyer of done) {
        await buyer.paidOnce();
        equal(await buyer.credits(), GIFT + BOUGHT, buyer.email);
      }
    },
  };
}

/** Lets them all work until it is told to stop; `rounds` counts what each has done. */
export function atWork(people: readonly Work[]) {
  const done = people.map(() => 0);
  const errors = people.map(() => new Set<string>());
  let isOver = false;
  const hands = people.map(async (person, n) => {
    while (!isOver) {
      try {
        await person.step();
        done[n] = (done[n] ?? 0) + 1;
        errors[n]?.clear();
      } catch (error) {
        errors[n]?.add(String(error));
      }
      await wait(PAUSE_MS);
    }
  });
  return {
    done: () => [...done],
    /** Resolves when each has done one thing more from its beginning to its end. */
    async goOn(): Promise<void> {
      const before = [...done];
      // A step under way now may have ended before the fault did.
      const behind = () => people.flatMap((_, n) => ((done[n] ?? 0) < (before[n] ?? 0) + 2 ? [n] : []));
      // The first error since the last thing done says why, where later ones only say that it was tried too often.
      const say = (n: number) => `${people[n]?.name}: ${[...(errors[n] ?? [])].join(' | ')}`;
      for (const deadline = Date.now() + STEP_MS; behind().length > 0; await wait(50))
        ok(Date.now() < deadline, `stands still: ${behind().map(say).join('; ')}`);
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(hands);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a journey reads what the wire carries
async function expect(...[client, ...call]: [ApiClient, ...Parameters<ApiClient['call']>]): Promise<any> {
  const { status, body } = await client.call(...call);
  equal(status, 200, `${call.slice(0, 2).join(' ')}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * As the browser does: after a lost reply asks how far the file came and goes on from there, or announces it again where no byte of it had
 * reached the disk. Returns the photo's id.
 */
async function uploadWhole(
  client: ApiClient,
  { bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string },
  batch: string,
): Promise<string> {
  const key = randomUUID();
  const announce = () => client.beginUpload(bytes.length, name, { batchId: batch, key });
  let location = await announce();
  let offset: number | 'lost' | null = 0;
  for (const deadline = Date.now() + STEP_MS; offset !== bytes.length; ) {
    ok(Date.now() < deadline, `${name} stopped at ${offset}`);
    if (offset === 'lost') location = await announce();
    const from = offset === 'lost' ? 0 : offset;
    const sent = from === null ? null : await client.sendBytes(location, bytes, from).catch(() => null);
    if (sent?.status === 204) break;
    await wait(PAUSE_MS);
    offset = await client.arrived(location).catch(() => null);
  }
  return location.split('/').at(-1) ?? '';
}

let sample: Promise<Buffer> | undefined;
/** A sample with a comment of its own, so that no two are the same file. */
async function ownPhoto(comment: string): Promise<Uint8Array<ArrayBuffer>> {
  sample ??= readFile(SAMPLES[0] ?? '');
  const bytes = await sample;
  const text = Buffer.from(`${comment} ${Math.random()}`);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, 2), head, text, bytes.subarray(2)]));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A person with a session, whose batches a plan pays. */
export async function signedIn(url: string, email: string): Promise<ApiClient> {
  const client = new ApiClient(url);
  equal(
    (await client.call('POST', '/api/auth/register', { body: { email, password: PASSWORD } })).status,
    200,
  );
  return client;
}
