import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 100;

/** As much of a process as a load balancer knows. */
export interface Served {
  readonly url: string;
  readiness(): Promise<{ status: number }>;
  ended(): number | string | null;
}

/** What a load balancer knows of its members: asks each often whether it is ready, and takes them in turn. */
export class ReadyMembers {
  readonly #members = new Set<Served>();
  readonly #ready = new Set<Served>();
  readonly #looking: Promise<void>;
  #isOver = false;
  #turn = 0;

  constructor() {
    this.#looking = this.#look();
  }

  add(member: Served): void {
    this.#members.add(member);
  }

  get count(): number {
    return this.#ready.size;
  }

  /** The next one that is ready. */
  takeNextReady(): Served {
    const ready = [...this.#ready];
    this.#turn += 1;
    const member = ready[this.#turn % ready.length];
    if (!member) throw new Error('none is ready');
    return member;
  }

  async stopPolling(): Promise<void> {
    this.#isOver = true;
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      await Promise.all(
        [...this.#members].map(async (member) => {
          const isReady = await member.readiness().then(
            ({ status }) => status === 200,
            () => false,
          );
          if (isReady) this.#ready.add(member);
          else this.#ready.delete(member);
          if (member.ended() !== null) this.#members.delete(member);
        }),
      );
      await delay(LOOK_MS);
    }
  }
}
