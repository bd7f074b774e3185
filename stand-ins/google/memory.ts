import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Everything lives in this process's memory. No account stays signed in: the chooser comes each time, as with select_account. */
const kept = new Map<string, { payload: AdapterPayload; until: number }>();

export class Memory implements Adapter {
  readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    const now = Date.now();
    for (const [key, { until }] of kept) if (until < now) kept.delete(key);
    kept.set(this.key(id), { payload, until: now + seconds * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.model === 'Session' ? undefined : kept.get(this.key(id))?.payload;
  }

  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const found = kept.get(this.key(id));
    if (found) found.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    kept.delete(this.key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
  }

  private key(id: string): string {
    return `${this.model} ${id}`;
  }
}
