import { Agent, request } from 'node:http';

/** A request as a client without manners sends it: any method, path bytes, headers and body. */
export interface RawRequest {
  readonly method: string;
  /** Latin-1: characters up to ÿ go out as the bytes they stand for. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Uint8Array | string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** A server that answered before it had a large body may close: such a connection carries no further request. */
const LARGE_BYTES = 64 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Returns the whole reply; of a stream that does not end, only the head. */
export function sendRaw(url: string, raw: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // Node gives a DELETE's body no length by itself: it would be read as the next request.
    const bytes = raw.body === undefined ? 0 : Buffer.byteLength(raw.body);
    const length = raw.body === undefined ? {} : { 'content-length': String(bytes) };
    const headers = Object.fromEntries(
      Object.entries({ ...length, ...raw.headers }).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : [...value],
      ]),
    );
    const { method, path } = raw;
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers,
      agent: bytes > LARGE_BYTES ? false : agent,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const head = { status: response.statusCode ?? 0, headers: response.headers };
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy();
        resolve({ ...head, text: '' });
        return;
      }
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ ...head, text: Buffer.concat(chunks).toString() }));
    });
    sent.end(raw.body);
  });
}
