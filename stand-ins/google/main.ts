import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProvider } from './provider.ts';

/**
 * Speaks what Google speaks to a client of its OpenID Connect, with accounts that are made up. For development and tests: it signs every
 * visitor in, as the account they name. Settings: PORT (0 takes a free one), CLIENT_ID, CLIENT_SECRET, PUBLIC_URL (of the client; any port
 * of this machine is one of its addresses anyway). The first line it prints is its address. It ends when its standard input does, so that
 * it never outlives the program that started it.
 */
const { PORT = '0', CLIENT_ID = 'fotolot', CLIENT_SECRET = 'stand-in', PUBLIC_URL = '' } = process.env;

let answer: RequestListener = (_, response) => void response.writeHead(503).end();
const server = createServer((request, response) => answer(request, response));
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
answer = await createProvider({
  url,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  publicUrl: PUBLIC_URL,
});
console.log(url);

process.stdin.on('end', () => process.exit(0)).resume();
