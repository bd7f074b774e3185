import { once } from 'node:events';
import pg from 'pg';

/** Message of `pg` when `query_timeout` is over. */
const NO_ANSWER = 'Query read timeout';

/**
 * A connection that is closed once a query on it timed out. Otherwise it would go back to the pool, where the next query would wait behind
 * that one for as long again.
 */
export class ImpatientClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the seven forms of pg's own
  override query(...asked: any[]): any {
    const answer = (super.query as (...asked: unknown[]) => unknown).apply(this, asked);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch(async (error: Error) => {
      if (error.message === NO_ANSWER) await this.#hangUp();
      throw error;
    });
  }

  /** Resolves once the pool has been told. */
  async #hangUp(): Promise<void> {
    const { stream } = this.connection;
    if (stream.closed) return;
    const closed = once(stream, 'close');
    stream.destroy();
    await closed;
  }
}
