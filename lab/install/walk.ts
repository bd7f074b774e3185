import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, request } from 'node:https';
import sharp from 'sharp';
import { login } from '#contract/auth.ts';
import { listPhotos } from '#contract/photos.ts';
import { photosReady } from '#testing/files/photos.ts';
import { Client, pollUntil, TUS } from '#testing/server.ts';

/**
 * Walks through an installed server as a browser does, by its public address, and prints a line for each thing that held. Fails with the
 * first that did not. Run on the machine itself: `walk.ts ADDRESS EMAIL PASSWORD PHOTOS` expects that many photos and adds one.
 */
const [address = '', email = '', password = '', expected = '0'] = process.argv.slice(2);
const { hostname } = new URL(address);
const SOON_MS = 5_000;

function hold(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not so: ${what}`);
  console.log(what);
}

async function seePage(client: Client): Promise<void> {
  const page = await client.fetch('/');
  const html = await page.text();
  hold(page.status === 200 && html.includes('<script'), 'the page comes over TLS');
  hold(page.headers.has('strict-transport-security'), 'the server knows that it is public (HSTS)');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  hold((await client.fetch(script)).status === 200, 'its script comes');
  const plain = await fetch(`http://${hostname}/login`, { redirect: 'manual' });
  hold(
    plain.status === 308 && plain.headers.get('location') === `${address}/login`,
    'pages go from http to https',
  );
  hold((await fetch(`http://${hostname}/api/auth/session`)).status === 403, 'the API is refused over http');
}

async function signIn(client: Client): Promise<void> {
  const user = await client.call(login, { body: { email, password } });
  hold(user.email === email && client.cookie.startsWith('__Host-sid='), 'the first admin signs in');
}

/** Resolves with the milliseconds until the first document came by the live stream, which stays open. */
async function openStream(client: Client) {
  const since = performance.now();
  const asked = get(`${address}/api/live`, { headers: { cookie: client.cookie }, agent: false });
  const [reply] = await once(asked, 'response');
  let text = '';
  reply.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const comes = async (what: RegExp, from = 0) => {
    const began = performance.now();
    await pollUntil(
      async () => text,
      (all) => what.test(all.slice(from)),
    );
    return performance.now() - began;
  };
  await comes(/"users\/me"/);
  hold(performance.now() - since < SOON_MS, 'the live stream’s first document comes at once');
  return { comes, length: () => text.length, close: () => asked.destroy() };
}

/** A photo of more than 6 MB, in one piece: proxies limit bodies to less by default. */
async function drawLargePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const picture = { create: { width: 3000, height: 2400, channels: 3 as const, background: '#888', noise } };
  const tint = { r: 60 + (randomBytes(1)[0] ?? 0) / 2, g: 140, b: 120 };
  return sharp(picture).tint(tint).jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function upload(client: Client): Promise<void> {
  const photo = await drawLargePhoto();
  const stream = await openStream(client);
  const from = stream.length();
  const id = await client.upload(photo, { name: 'IMG_0001.jpg' });
  const took = await stream.comes(/\n\ndata|data: /, from);
  hold(took < SOON_MS, 'a change comes by the live stream while it is open');
  const [ready] = await photosReady(client, [id]);
  hold(ready?.id === id, `a photo of ${(photo.length / 1e6).toFixed(0)} MB arrives by tus in one piece`);
  await stream.comes(/: still here/, from);
  hold(true, 'its heartbeat comes');
  stream.close();
}

/** Half of a photo arrives though its connection is cut: the proxy hands bodies on as they come. */
async function cutUpload(client: Client): Promise<void> {
  const photo = await drawLargePhoto();
  const metadata = `name ${Buffer.from('IMG_0002.jpg').toString('base64')}`;
  const created = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(photo.length), 'upload-metadata': metadata },
  });
  const location = new URL(created.headers.get('location') ?? '', address);
  hold(location.origin === address, 'the server names the upload by the public address');
  const sending = request(location, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...TUS,
      cookie: client.cookie,
      'sec-fetch-site': 'same-origin',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': photo.length,
    },
  }).on('error', () => {});
  await new Promise<void>((resolve) => {
    sending.write(photo.subarray(0, photo.length / 2), () => resolve());
  });
  const offset = async () => {
    const head = await client.fetch(location.pathname, { method: 'HEAD', headers: TUS });
    return Number(head.headers.get('upload-offset') ?? 0);
  };
  sending.destroy();
  const arrived = await pollUntil(offset, (bytes) => bytes > 0);
  hold(arrived > 0, 'what arrived of an upload that was cut off is kept');
  await client.fetch(location.pathname, { method: 'DELETE', headers: TUS });
}

const client = new Client(address);
await seePage(client);
await signIn(client);
const before = await client.call(listPhotos, {});
hold(before.photos.length === Number(expected), `${expected} photos are there`);
await upload(client);
await cutUpload(client);
