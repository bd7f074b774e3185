/** The last few values by key; the one used longest ago goes first. */
export class LruCache<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    const value = known ?? (await make());
    this.#values.delete(key);
    this.#values.set(key, value);
    const oldest = this.#values.keys().next();
    if (this.#values.size > this.#most && !oldest.done) this.#values.delete(oldest.value);
    return value;
  }
}
