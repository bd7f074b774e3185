import type { ClientRequest, IncomingMessage } from 'node:http';

/** What calls to outside services have in common. */

/** Failures of a connection that never stood. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Errors of the sign-in (OAuth) that are the operator's to mend; `invalid_grant` alone is the person's. */
export const SIGN_IN_FAULTS_OF_OPERATOR = [
  'invalid_client',
  'invalid_scope',
  'invalid_request',
  'unauthorized_client',
  'unsupported_grant_type',
];

/** True for a failed call of which nothing left. */
export function isNotSent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return NOT_SENT.has(cause?.code ?? '');
}

/** Returns the seconds of a Retry-After; null where it says none. */
export function readRetryAfter(answer: Response): number | null {
  const said = answer.headers.get('retry-after');
  return said !== null && /^\d{1,6}$/u.test(said) ? Number(said) : null;
}

/**
 * Returns the answer to a request. One that closes without any is an error, too: after the beginning of another protocol (an upgrade) Node
 * closes the connection and emits nothing else.
 */
export function awaitAnswer(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const refuse = () => reject(new Error('no answer'));
  request.on('response', resolve).on('error', reject).on('close', refuse);
  return promise;
}

type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Returns an answer's bytes. Throws for one that is larger than `largest` bytes or ends early. */
export async function readBytes(body: Body, largest: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > largest) throw new Error('answer too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns an answer's text. Throws as readBytes. */
export async function readText(body: Body, largest: number): Promise<string> {
  return (await readBytes(body, largest)).toString('utf8');
}
