import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { S3Error } from './xml.ts';

/** What goes wrong. Counted, not drawn: two runs meet the same. */
export interface Knobs {
  /** Before each reply. */
  readonly delayMs: number;
  /** Each so-manieth request is refused with 503, cut in the middle of its reply, or never answered; 0: none. */
  readonly failEvery: number;
  readonly cutEvery: number;
  readonly hangEvery: number;
  /** Every request is refused. */
  readonly isDown: boolean;
  /** No reply before so many requests of one method wait for it; 0: at once. */
  readonly together: number;
}

const NONE: Knobs = { delayMs: 0, failEvery: 0, cutEvery: 0, hangEvery: 0, isDown: false, together: 0 };

export class Faults {
  #knobs = NONE;
  #requests = 0;
  readonly #gathered = new Map<string, (() => void)[]>();

  set(knobs: Partial<Knobs>): void {
    this.#knobs = { ...NONE, ...knobs };
    for (const method of this.#gathered.keys()) this.#letGo(method);
  }

  /** True when the request was dealt with, badly. */
  async strike(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { delayMs, failEvery, cutEvery, hangEvery, isDown, together } = this.#knobs;
    this.#requests += 1;
    const isTurn = (every: number) => every > 0 && this.#requests % every === 0;
    if (delayMs > 0) await wait(delayMs);
    if (together > 0) await this.#gather(request.method ?? '', together);
    if (isTurn(hangEvery)) {
      request.resume();
      return true;
    }
    if (isDown || isTurn(failEvery)) throw new S3Error(503, 'SlowDown');
    if (isTurn(cutEvery)) cutInTheMiddle(response);
    return false;
  }

  #gather(method: string, together: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = [...(this.#gathered.get(method) ?? []), resolve];
      this.#gathered.set(method, waiting);
      if (waiting.length >= together) this.#letGo(method);
    });
  }

  #letGo(method: string): void {
    const waiting = this.#gathered.get(method) ?? [];
    this.#gathered.delete(method);
    for (const go of waiting) go();
  }
}

/** The first part of the body goes out, then the connection breaks; a reply without a body breaks at once. */
function cutInTheMiddle(response: ServerResponse): void {
  const write = response.write.bind(response);
  response.write = ((chunk: Uint8Array) => {
    write(chunk.subarray(0, Math.ceil(chunk.length / 2)));
    setImmediate(() => response.destroy());
    return false;
  }) as typeof response.write;
  response.end = (() => {
    response.destroy();
    return response;
  }) as typeof response.end;
}
