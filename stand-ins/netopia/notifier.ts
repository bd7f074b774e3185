import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Faults } from './faults.ts';
import { buttonBody, notificationBody } from './notification-body.ts';
import type { Order, Orders } from './orders.ts';
import { notificationToken } from './tokens.ts';

interface Message {
  readonly order: Order;
  readonly status: number;
  readonly body: Buffer;
  readonly headers: Record<string, string>;
  attempts: number;
  timer: NodeJS.Timeout | undefined;
}

export interface Delivery {
  readonly orderID: string;
  readonly status: number;
  /** The merchant's HTTP status; 0 when there was no answer. */
  readonly http: number;
  readonly answer: string;
  readonly isAcknowledged: boolean;
}

const PATIENCE_MS = 10_000;

/** Signs notifications and delivers them until they are acknowledged. */
export class Notifier {
  readonly publicKey: KeyObject;
  readonly deliveries: Delivery[] = [];
  readonly #privateKey: KeyObject;
  readonly #orders: Orders;
  readonly #retrySeconds: readonly number[];
  /** Not acknowledged yet: late, held back, or due again. */
  readonly #waiting = new Set<Message>();

  constructor(orders: Orders, retrySeconds: readonly number[]) {
    this.#orders = orders;
    this.#retrySeconds = retrySeconds;
    this.#privateKey = createPrivateKey(orders.state.privateKey);
    this.publicKey = createPublicKey(this.#privateKey);
  }

  get waiting(): { orderID: string; status: number }[] {
    return [...this.#waiting].map(({ order, status }) => ({ orderID: order.orderID, status }));
  }

  /** Tells the merchant what the order is now, with whatever is made to go wrong. Resolves after the first attempt. */
  async announce(order: Order, faults: Faults): Promise<void> {
    const message = this.#write(order, notificationBody(order, faults), faults);
    if (faults.notification === 'lost') return;
    if (faults.notification === 'late') return this.#hold(message, faults.lateSeconds * 1000);
    if (faults.notification === 'reordered') return this.#reorder(message);
    if (faults.notification === 'duplicate') {
      await Promise.all([this.#deliver(message), this.#deliver({ ...message })]);
      return;
    }
    await this.#deliver(message);
    if (faults.notification === '3-then-5' && order.status === 3) {
      order.status = 5;
      this.#orders.save();
      await this.#deliver(this.#write(order, notificationBody(order, faults), faults));
    }
  }

  /** The „Notifică” button of the provider's admin pages. */
  async pressButton(order: Order, faults: Faults): Promise<void> {
    await this.#deliver(this.#write(order, buttonBody(order), faults));
  }

  /** Everything that waits, now, one after the other. */
  async deliverWaiting(newestFirst: boolean): Promise<Delivery[]> {
    const messages = [...this.#waiting];
    if (newestFirst) messages.reverse();
    const done: Delivery[] = [];
    for (const message of messages) done.push(await this.#deliver(message));
    return done;
  }

  /** Nothing that waits is sent any more. */
  forget(): void {
    for (const { timer } of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
  }

  #write(order: Order, body: Buffer, faults: Faults): Message {
    const keys = { privateKey: this.#privateKey, publicKey: this.publicKey };
    const token = notificationToken(body, faults.token, {
      keys,
      posSignature: this.#orders.state.posSignature,
      now: new Date(),
    });
    return {
      order,
      status: order.status,
      body:
        faults.body === 'tampered'
          ? Buffer.from(String(body).replace(/"amount":[\d.]+/, '"amount":1.00'))
          : body,
      headers: {
        'content-type': faults.body === 'text-plain' ? 'text/plain' : 'application/json',
        ...(token && { 'Verification-token': token }),
      },
      attempts: 0,
      timer: undefined,
    };
  }

  #hold(message: Message, milliseconds: number): void {
    this.#waiting.add(message);
    message.timer = setTimeout(() => void this.#deliver(message), milliseconds).unref();
  }

  /** The first of an order stays behind; the next one overtakes it. */
  async #reorder(message: Message): Promise<void> {
    const earlier = [...this.#waiting].filter(({ order }) => order === message.order);
    if (earlier.length === 0) {
      this.#waiting.add(message);
      return;
    }
    for (const each of [message, ...earlier.reverse()]) await this.#deliver(each);
  }

  async #deliver(message: Message): Promise<Delivery> {
    clearTimeout(message.timer);
    this.#waiting.delete(message);
    const { http, answer } = await post(message);
    const { isAcknowledged, isFinal } = readAnswer(http, answer);
    const delivery = {
      orderID: message.order.orderID,
      status: message.status,
      http,
      answer,
      isAcknowledged,
    };
    this.deliveries.push(delivery);
    const again = this.#retrySeconds[message.attempts];
    message.attempts += 1;
    if (!isFinal && again !== undefined) this.#hold(message, again * 1000);
    return delivery;
  }
}

async function post({ order, body, headers }: Message): Promise<{ http: number; answer: string }> {
  try {
    const response = await fetch(order.start.config.notifyUrl, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { http: response.status, answer: await response.text() };
  } catch (error) {
    return { http: 0, answer: error instanceof Error ? error.message : '' };
  }
}

/** Acknowledged: 200 with errorType 0 and no errorCode. errorType 2 says never again; everything else is sent again. */
function readAnswer(http: number, answer: string): { isAcknowledged: boolean; isFinal: boolean } {
  try {
    const { errorType, errorCode } = JSON.parse(answer);
    const isAcknowledged = http === 200 && errorType === 0 && [0, null, ''].includes(errorCode);
    return { isAcknowledged, isFinal: isAcknowledged || errorType === 2 };
  } catch {
    return { isAcknowledged: false, isFinal: false };
  }
}
