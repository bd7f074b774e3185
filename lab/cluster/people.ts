import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '#contract/auth.ts';
import { createBatch, readBatch, startBatch } from '#contract/batches.ts';
import { readOrder } from '#contract/orders.ts';
import { readMe } from '#contract/users.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { PATIENCE } from '#testing/patience.ts';
import { type Client, PASSWORD, Refused, TUS } from '#testing/server.ts';
import {
  agreeToCheckout,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  packageCalled,
} from '#testing/shop/shop.ts';
import { RoamingClient } from './cluster.ts';

const STEP_MS = 180_000 * PATIENCE;
const PAUSE_MS = 200;
/** Else the credits are spent before the last kill. */
const BETWEEN_LOTS_MS = 1500;
const PHOTOS = 3;
const BOUGHT = 10;
/** The provider's own words for it: paid, and confirmed. */
const PAID: readonly number[] = [3, 5];

/** An order in the provider's book. */
interface BookedOrder {
  readonly orderID: string;
  readonly status: number;
}

/** Held by a process that died, for some seconds more; too many requests. */
const PASSING: readonly number[] = [423, 429];

/**
 * One who uploads photos, starts lots of them and, when told to, buys ten credits with a card, every request at another process, and takes
 * again what was not acknowledged.
 */
export class Dealer {
  readonly email: string;
  readonly #client: RoamingClient;
  readonly #sums = new Map<string, string>();
  readonly #lots: string[] = [];
  readonly #orders: string[] = [];
  #seed: number;
  #uid = '';
  #isOver = false;
  #buysNext = false;
  #work: Promise<void> = Promise.resolve();
  /** Lots that were started. */
  started = 0;
  /** Credits whose payment the provider took. */
  bought = 0;
  lastError = '';

  /** `urls`: those of the processes that live just now. */
  constructor(n: number, urls: readonly string[]) {
    this.email = `om${n}@fotolot.example`;
    this.#client = new RoamingClient(urls);
    this.#seed = n * 10_000;
  }

  async registerAccount(): Promise<string> {
    const body = { email: this.email, password: PASSWORD };
    this.#uid = (await this.#client.call(register, { body })).uid;
    return this.#uid;
  }

  startWork(): void {
    this.#work = this.#steps();
  }

  /** Behind the next lot; a shop takes a few orders an hour of one buyer. */
  buysNext(): void {
    this.#buysNext = true;
  }

  /** Ends the lot under way. */
  async stopWork(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #steps(): Promise<void> {
    while (!this.#isOver) {
      const photoIds: string[] = [];
      for (let n = 0; n < PHOTOS; n++) photoIds.push(await this.#upload());
      const { id } = await this.#patiently(() =>
        this.#client.call(createBatch, { body: { name: 'Lot', photoIds } }),
      );
      const params = { batchId: id };
      await this.#until(
        () => this.#client.call(readBatch, { params }),
        ({ photos }) => Object.values(photos).every(({ state }) => state === 'ready'),
      );
      const key = { 'idempotency-key': randomUUID() };
      await this.#patiently(() =>
        this.#client.call(startBatch, { params, body: { photoIds, cost: 1 } }, key),
      );
      this.#lots.push(id);
      this.started += 1;
      if (this.#buysNext) await this.#buy();
      await wait(BETWEEN_LOTS_MS);
    }
  }

  /** A press that brought no way to pay is pressed again; a card that may have been charged is looked at before it is used again. */
  async #buy(): Promise<void> {
    const buyer = Object.assign(this.#client, { uid: this.#uid });
    const item = await this.#patiently(() => packageCalled(buyer, 'Starter 10'));
    await this.#patiently(() => agreeToCheckout(buyer, item));
    const { orderId, paymentUrl } = await this.#until(
      () => beginPayment(buyer, item.id),
      ({ success }) => success,
    );
    await this.#patiently(async () => {
      const { orders } = await createDeskClient(paymentUrl ?? '')('GET', '');
      const isPaid = orders.some(
        ({ orderID, status }: BookedOrder) => orderID === orderId && PAID.includes(status),
      );
      if (!isPaid)
        await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
    });
    this.#orders.push(orderId);
    this.bought += BOUGHT;
    this.#buysNext = false;
  }

  async #lotsEnded(): Promise<void> {
    for (const batchId of this.#lots)
      await this.#until(
        () => this.#client.call(readBatch, { params: { batchId } }),
        ({ run }) => run !== null && run.finishedAt !== null,
      );
  }

  /** All that was acknowledged is there, and every lot has ended whole. */
  async checkAcknowledged(credits: number): Promise<void> {
    await this.#lotsEnded();
    for (const orderId of this.#orders)
      await this.#until(
        () => this.#client.call(readOrder, { params: { orderId } }),
        ({ state }) => state === 'paid',
      );
    for (const batchId of this.#lots) {
      const { state, results } = await this.#client.call(readBatch, { params: { batchId } });
      deepEqual([state, Object.keys(results).length], ['done', PHOTOS]);
    }
    const left = (await this.#client.call(readMe, {})).credits.totalCredits;
    equal(left, credits + this.bought - this.#lots.length, `${this.#lots.length} lots of ${this.email}`);
    for (const [id, sum] of this.#sums) {
      const answer = await this.#client.fetch(`/api/photos/${id}/original`);
      equal(answer.status, 200);
      equal(hashBytes(Buffer.from(await answer.arrayBuffer())), sum, id);
    }
  }

  async #upload(): Promise<string> {
    this.#seed += 1;
    const bytes = await smallPhoto(this.#seed, 640, 480);
    const id = await this.#patiently(() => uploadInPieces(this.#client, bytes, `cheie-${this.#seed}`));
    this.#sums.set(id, hashBytes(bytes));
    return id;
  }

  async #until<T>(ask: () => Promise<T>, isMet: (answer: T) => boolean): Promise<T> {
    for (const deadline = Date.now() + STEP_MS; ; await wait(PAUSE_MS)) {
      const answer = await this.#patiently(ask);
      if (isMet(answer)) return answer;
      ok(Date.now() < deadline, `${this.email}: ${JSON.stringify(answer).slice(0, 500)}`);
    }
  }

  /** Again and again, as long as what is wrong may pass. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (const deadline = Date.now() + STEP_MS; ; await wait(PAUSE_MS)) {
      try {
        return await ask();
      } catch (error) {
        this.lastError = String(error);
        if (error instanceof Refused && error.status < 500 && !PASSING.includes(error.status)) throw error;
        if (Date.now() > deadline) throw error;
      }
    }
  }
}

/** A file in three requests, each of which goes on where the file ends; returns the photo's id. */
async function uploadInPieces(client: Client, bytes: Buffer, key: string): Promise<string> {
  const encoded = { name: 'poza.jpg', key };
  const metadata = Object.entries(encoded).map(([word, value]) => `${word} ${btoa(value)}`);
  const created = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  });
  if (created.status !== 201) throw new Refused(created.status, await created.json());
  const location = created.headers.get('location') ?? '';
  for (;;) {
    const asked = await client.fetch(location, { method: 'HEAD', headers: TUS });
    if (asked.status !== 200) throw new Error(`HEAD ${asked.status}`);
    const offset = Number(asked.headers.get('upload-offset'));
    if (offset === bytes.length) return location.split('/').at(-1) ?? '';
    const piece = bytes.subarray(offset, offset + Math.ceil(bytes.length / 3));
    const sent = await client.fetch(location, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(piece),
    });
    if (sent.status !== 204) throw new Error(`PATCH ${sent.status}`);
  }
}

function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
