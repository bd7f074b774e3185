import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { components } from './api-types.ts';

/** Is told how lots ended, and says so: FOTOLOT_SECRET=whsec_… node receive.ts 8080 */
type Message = components['schemas']['LotEnded' | 'TestMessage'];
const KEY = Buffer.from((process.env.FOTOLOT_SECRET ?? '').replace('whsec_', ''), 'base64');
/** Seconds after which a message is too old: it may have been overheard and sent again. */
const OLDEST = 5 * 60;

function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': said } = headers;
  const isNew = Math.abs(Date.now() / 1000 - Number(at)) <= OLDEST;
  const own = createHmac('sha256', KEY).update(`${id}.${at}.${body}`).digest();
  // Several signatures, with blanks between, stand there while a secret is replaced.
  return (
    isNew &&
    String(said)
      .split(' ')
      .some((signature) => {
        const given = Buffer.from(signature.replace('v1,', ''), 'base64');
        return given.length === own.length && timingSafeEqual(given, own);
      })
  );
}

/** Ids of messages that came: one may come twice. */
const known = new Set<string>();

createServer(async (request, response) => {
  const body = await text(request);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  // At once: what takes longer is done afterwards.
  response.writeHead(204).end();
  const id = String(request.headers['webhook-id']);
  if (known.has(id)) return;
  known.add(id);
  const { type, data }: Message = JSON.parse(body);
  console.log(type, JSON.stringify(data));
}).listen(Number(process.argv[2]), '127.0.0.1');
