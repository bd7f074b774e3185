import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a program answers: a status, where it leads elsewhere, or not at all. */
type Answer = { readonly status: number; readonly location?: string } | 'reset';

export interface Receiver {
  readonly url: string;
  readonly heard: Heard[];
  answer: Answer;
  close(): Promise<void>;
}

/** A person's own program: it writes down what it is told, and answers as it is bidden, at length. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    receiver.heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    const { answer } = receiver;
    if (answer === 'reset') return request.socket.destroy();
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    return response.end('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/fotolot`,
    heard: [],
    answer: { status: 200 },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
