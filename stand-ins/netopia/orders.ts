import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StartBody } from './start-body.ts';

export interface Order {
  readonly ntpID: string;
  readonly orderID: string;
  /** The opaque part of the page's address. */
  readonly page: string;
  readonly start: StartBody;
  readonly authenticationToken: string;
  /** Values that the bank's page hands back: for the right code, and for a wrong one. */
  readonly rightAnswer: string;
  readonly wrongAnswer: string;
  status: number;
  code: string;
  message: string;
  /** Last sentence of the page; empty before the first try. */
  sentence: string;
  panMasked: string | null;
  operationDate: string;
  /** Hundredths of the currency already given back. */
  credited: number;
}

export interface State {
  port: number;
  apiKey: string;
  posSignature: string;
  /** PKCS 8 PEM. */
  privateKey: string;
  nextNtpID: number;
  orders: Order[];
}

export class Orders {
  readonly state: State;
  readonly #path: string | null;

  /** With a path everything is kept there, so that a restart remembers its orders, its key and its address. */
  constructor(path: string | null, fresh: () => Omit<State, 'orders' | 'nextNtpID'>) {
    this.#path = path;
    this.state = readState(path) ?? { ...fresh(), nextNtpID: randomInt(1_000_000, 9_000_000), orders: [] };
  }

  open(start: StartBody): Order {
    const order: Order = {
      ntpID: String(this.state.nextNtpID),
      orderID: start.order.orderID,
      page: token(),
      start,
      authenticationToken: token(),
      rightAnswer: token(),
      wrongAnswer: token(),
      status: 1,
      code: '101',
      message: 'Redirect user to payment page',
      sentence: '',
      panMasked: null,
      operationDate: '0001-01-01T00:00:00',
      credited: 0,
    };
    this.state.nextNtpID += 1;
    this.state.orders.push(order);
    this.save();
    return order;
  }

  find(fits: (order: Order) => boolean): Order | undefined {
    return this.state.orders.find(fits);
  }

  /** On the disk before anything is acknowledged: a power cut of this machine takes nothing from a provider's book. */
  save(): void {
    if (!this.#path) return;
    writeFileSync(`${this.#path}.part`, JSON.stringify(this.state), { mode: 0o600, flush: true });
    renameSync(`${this.#path}.part`, this.#path);
    // Windows has no handles on folders.
    if (process.platform !== 'win32') syncFolder(dirname(this.#path));
  }
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const token = () => randomBytes(24).toString('base64url');

function readState(path: string | null): State | null {
  if (!path) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export const hundredths = (amount: number): number => Math.round(amount * 100);
export const isPaid = ({ status }: Order): boolean => status === 3 || status === 5;
/** Nothing more can be tried on the page. */
export const isOver = (order: Order): boolean => ![1, 11, 12, 15].includes(order.status);
