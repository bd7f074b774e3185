import { equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { isPictureFrom } from '#domain/users/picture-origins.ts';
import { atOurSize, fetchPicture } from '#server/adapters/sign-in/pictures.ts';

const GOOGLE = ['https://lh3.googleusercontent.com'];

describe('the picture of a provider', () => {
  it('comes from an allow-listed host by https only', () => {
    const said: [string, boolean][] = [
      ['https://lh3.googleusercontent.com/a/ACg8ocK=s96-c', true],
      ['http://lh3.googleusercontent.com/a/ACg8ocK=s96-c', false],
      ['https://lh3.googleusercontent.com:8443/a/x', false],
      ['https://lh3.googleusercontent.com@rau.example/a/x', false],
      ['https://ana:parola@lh3.googleusercontent.com/a/x', false],
      ['https://lh3.googleusercontent.com.rau.example/a/x', false],
      ['https://rau.example/?https://lh3.googleusercontent.com', false],
      ['blob:https://lh3.googleusercontent.com/a/x', false],
      ['file:///etc/passwd', false],
      ['/avatars/users/usr_1/avatar.jpg', false],
      ['', false],
    ];
    for (const [url, expected] of said) equal(isPictureFrom(GOOGLE, url), expected, url);
  });

  it('is asked for at 256 px, whatever size its address names', () => {
    const base = 'https://lh3.googleusercontent.com/a/ACg8ocK-x_1';
    for (const ending of ['=s96-c', '=s1024', '=s96-c-k-no', ''])
      equal(atOurSize(base + ending), `${base}=s256-c`);
  });
});

describe('fetching a picture', () => {
  let server: Server;
  let origin = '';
  let asked: string[] = [];
  const answers: Record<string, RequestListener> = {
    '/bun=s256-c': (_, response) => response.setHeader('content-type', 'image/png').end('png'),
    '/dus=s256-c': (_, response) => response.writeHead(302, { location: '/bun=s256-c' }).end(),
    '/pagina=s256-c': (_, response) => response.setHeader('content-type', 'text/html').end('<h1>'),
    '/desen=s256-c': (_, response) => response.setHeader('content-type', 'image/svg+xml').end('<svg/>'),
    '/mare=s256-c': (_, response) => {
      response.setHeader('content-type', 'image/jpeg');
      const part = Buffer.alloc(64 * 1024);
      // Endless: it stops only when the client stops reading.
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    },
  };

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers[request.url ?? ''];
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('returns the bytes of an image', async () => {
    equal(Buffer.from(await fetchPicture([origin], `${origin}/bun=s96-c`)).toString(), 'png');
  });

  it('follows no redirect', async () => {
    asked = [];
    await rejects(fetchPicture([origin], `${origin}/dus=s96-c`));
    equal(asked.join(), '/dus=s256-c');
  });

  it('takes nothing but a photo, and not more than 2 MB of it', async () => {
    await rejects(fetchPicture([origin], `${origin}/pagina`), /no picture: 200 text\/html/);
    await rejects(fetchPicture([origin], `${origin}/desen`), /no picture: 200 image\/svg/);
    await rejects(fetchPicture([origin], `${origin}/nimic`), /no picture: 404/);
    await rejects(fetchPicture([origin], `${origin}/mare`), /too large/);
  });

  it('asks no other host', async () => {
    asked = [];
    await rejects(fetchPicture(GOOGLE, `${origin}/bun`), /not a picture of the provider/);
    equal(asked.length, 0);
  });
});
