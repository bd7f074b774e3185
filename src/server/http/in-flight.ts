import type { Server, ServerResponse } from 'node:http';

/** The requests that a server is replying to, of whatever kind. To be made before it listens. */
export class InFlight {
  readonly #server: Server;
  readonly #replies = new Set<ServerResponse>();
  #isEnding = false;
  #onNone = () => {};

  constructor(server: Server) {
    this.#server = server;
    server.prependListener('request', (_, reply) => {
      this.#replies.add(reply);
      if (this.#isEnding) reply.shouldKeepAlive = false;
      reply.once('close', () => {
        this.#replies.delete(reply);
        if (this.#replies.size === 0) this.#onNone();
      });
    });
  }

  /** Takes no further connection, and returns when every reply is at its end, or when the time is over. */
  async finishReplies(limitMs: number): Promise<void> {
    this.#isEnding = true;
    this.#server.close();
    // The next request of the same client goes to another process.
    for (const reply of this.#replies) if (!reply.headersSent) reply.shouldKeepAlive = false;
    if (this.#replies.size === 0) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, limitMs);
      this.#onNone = () => {
        clearTimeout(limit);
        resolve();
      };
    });
  }
}
