import type { Server, ServerResponse } from 'node:http';

/** Counts the requests under way, of every kind. Create it before the server listens. */
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

  /** Accepts no further connection; resolves when every reply has ended or `limitMs` is over. */
  async finishReplies(limitMs: number): Promise<void> {
    this.#isEnding = true;
    this.#server.close();
    // The client's next request goes to another process.
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
