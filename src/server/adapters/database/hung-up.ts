import { once } from 'node:events';
import pg from 'pg';

/** As `pg` calls it when `query_timeout` is over. */
const NO_ANSWER = 'Query read timeout';

/**
 * A connection that is hung up on once a query on it got no response in time. Else it would go back to the pool, and whatever is asked next
 * would wait behind that query for as long again.
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

  /** Returns once the pool has been told. */
  async #hangUp(): Promise<void> {
    const { stream } = this.connection;
    if (stream.closed) return;
    const closed = once(stream, 'close');
    stream.destroy();
    await closed;
  }
}
