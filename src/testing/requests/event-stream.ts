import { type ClientRequest, get } from 'node:http';
import { type LiveEvent, TOKEN_RENEWED } from '#contract/live.ts';
import { type Client, pollUntil } from '#testing/server.ts';

export interface Received {
  readonly id: number;
  readonly event: LiveEvent;
}

/** The live stream of one tab, written down as it comes. */
export class EventStream {
  readonly received: Received[] = [];
  status = 0;
  ended = false;
  /** It said that its token has been renewed. */
  hasRenewedToken = false;
  /** All that came, as it came. */
  text = '';
  readonly #request: ClientRequest;
  #rest = '';

  constructor(client: Client, lastEventId?: number) {
    const headers = {
      cookie: client.cookie,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    };
    this.#request = get(new URL('/api/live', client.url), { headers, agent: false }, (response) => {
      this.status = response.statusCode ?? 0;
      response.setEncoding('utf8');
      response.on('data', (text: string) => this.#read(text));
      response.on('close', () => {
        this.ended = true;
      });
    });
    this.#request.on('error', () => {
      this.ended = true;
    });
  }

  #read(text: string): void {
    this.text += text;
    const messages = (this.#rest + text).split('\n\n');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      if (message.startsWith(`event: ${TOKEN_RENEWED}\n`)) this.hasRenewedToken = true;
      const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? [];
      if (data) this.received.push({ id: Number(id), event: JSON.parse(data) as LiveEvent });
    }
  }

  get lastId(): number {
    return this.received.at(-1)?.id ?? 0;
  }

  /** Waits until something that came fits. */
  async waitForLiveEvent(fits: (event: LiveEvent) => boolean): Promise<Received[]> {
    return pollUntil(
      async () => this.received,
      (all) => all.some(({ event }) => fits(event)),
    );
  }

  close(): void {
    this.#request.destroy();
  }
}
