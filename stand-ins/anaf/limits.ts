import { formatDay } from './replies.ts';

const MINUTE_MS = 60_000;

/** Counts of calls: of all methods within a minute, and of one thing within a day of Bucharest. */
export class Limits {
  readonly #minute: number[] = [];
  readonly #days = new Map<string, number>();

  /** Counts a call. Returns whether it was one too many. */
  isMinuteOver(now: number, most: number): boolean {
    while ((this.#minute[0] ?? now) <= now - MINUTE_MS) this.#minute.shift();
    this.#minute.push(now);
    return this.#minute.length > most;
  }

  /** Counts a call for one thing. Returns whether it was one too many that day. */
  isDayOver(thing: string, now: number, most: number): boolean {
    const key = `${formatDay(now)} ${thing}`;
    const count = (this.#days.get(key) ?? 0) + 1;
    this.#days.set(key, count);
    return count > most;
  }

  /** Counts so far, by day and thing. */
  list(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#days);
  }
}
