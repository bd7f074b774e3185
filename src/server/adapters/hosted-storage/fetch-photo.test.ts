import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createHostedStorage, storageAt } from '#server/adapters/hosted-storage/create.ts';
import type { HostedStorage } from '#server/adapters/hosted-storage/port.ts';
import { isPublicAddress } from '#server/adapters/resolve-name.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const HERE: LookupAddress = { address: '127.0.0.1', family: 4 };

describe('fetching a photo of the hosted storage', () => {
  let server: Server;
  let folder: TemporaryFolder;
  let port = 0;
  let path = '';
  let asked: string[] = [];
  const answers: Record<string, RequestListener> = {
    '/ana.jpg': (_, response) => response.end('JPEG'),
    '/dus.jpg': (_, response) => response.writeHead(302, { location: '/ana.jpg' }).end(),
    '/cerc.jpg': (_, response) => response.writeHead(307, { location: '/cerc.jpg' }).end(),
    '/fara-adresa.jpg': (_, response) => response.writeHead(302).end(),
    '/plecat.jpg': (_, response) =>
      response.writeHead(302, { location: `http://altul.example:${port}/ana.jpg` }).end(),
    '/parola.jpg': (_, response) =>
      response.writeHead(302, { location: `http://ana:parola@poze.example:${port}/ana.jpg` }).end(),
    '/fisier.jpg': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/mare.jpg': (_, response) => response.writeHead(200, { 'content-length': 10_000_001 }).end(),
    '/fara-sfarsit.jpg': (_, response) => {
      const part = Buffer.alloc(64 * 1024);
      // Ends only when the client stops reading.
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    },
    '/taiat.jpg': (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('JP');
      response.destroy();
    },
    '/altfel.jpg': (_, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'altfel' }).end(),
    '/ocupat.jpg': (_, response) => response.writeHead(503).end(),
    '/incet.jpg': (_, response) => response.writeHead(429).end(),
  };

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      const answer = answers[request.url ?? ''];
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    folder = await makeTemporaryFolder();
    path = join(folder.path, 'photo');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await folder.remove();
  });
  beforeEach(() => {
    asked = [];
  });

  const url = (name: string) => `http://poze.example:${port}/${name}.jpg`;
  const storage = (network: Partial<Parameters<typeof storageAt>[1]> = {}) =>
    storageAt([`http://poze.example:${port}`], {
      resolve: async () => [HERE],
      isAllowed: (ip) => ip === HERE.address,
      ...network,
    });
  const refuses = async (source: HostedStorage, address: string) =>
    equal(typeof (await source.fetchPhoto(address, path)), 'string', address);
  const isRefused = (name: string) => refuses(storage(), url(name));

  it('writes the bytes to the path, following a redirect within the storage', async () => {
    for (const name of ['ana', 'dus']) {
      equal(await storage().fetchPhoto(url(name), path), null);
      equal(await readFile(path, 'utf8'), 'JPEG');
    }
  });

  it('asks no other host, whether the account or a redirect names it', async () => {
    for (const name of ['plecat', 'parola', 'fisier', 'fara-adresa']) await isRefused(name);
    deepEqual(
      asked.map((one) => one.split('/')[1]),
      ['plecat.jpg', 'parola.jpg', 'fisier.jpg', 'fara-adresa.jpg'],
    );
    for (const other of [`http://altul.example:${port}/ana.jpg`, `https://poze.example:${port}/ana.jpg`, ''])
      await refuses(storage(), other);
    await isRefused('cerc');
    equal(asked.length, 4 + 4);
  });

  it('connects to no address of a private network or of this machine, whatever name leads there', async () => {
    const everywhere: LookupAddress[][] = [
      [HERE],
      [{ address: '10.0.0.7', family: 4 }],
      [{ address: '8.8.8.8', family: 4 }, HERE],
      [{ address: '::ffff:127.0.0.1', family: 6 }],
      [],
    ];
    for (const addresses of everywhere) {
      const refused = storage({ resolve: async () => addresses, isAllowed: isPublicAddress });
      await refuses(refused, url('ana'));
    }
    const { port: own } = server.address() as AddressInfo;
    const named = storageAt([`http://127.0.0.1:${own}`], {
      resolve: async () => [HERE],
      isAllowed: isPublicAddress,
    });
    await refuses(named, `http://127.0.0.1:${own}/ana.jpg`);
    equal(asked.length, 0);
  });

  it('connects to the address that was checked, even when the name leads elsewhere a moment later', async () => {
    let lookups = 0;
    const rebound = storage({
      resolve: async () => {
        lookups += 1;
        return [lookups === 1 ? HERE : { address: '127.0.0.2', family: 4 }];
      },
    });
    equal(await rebound.fetchPhoto(url('ana'), path), null);
    deepEqual([lookups, asked], [1, [`poze.example:${port}/ana.jpg`]]);
    // A redirect is resolved and checked anew.
    await refuses(rebound, url('dus'));
  });

  it('takes no more than 10 MB, announced or sent', async () => {
    await isRefused('mare');
    await isRefused('fara-sfarsit');
  });

  it('gives up for good on a missing photo, and leaves a passing failure to another try', async () => {
    await isRefused('nimic');
    for (const name of ['ocupat', 'incet', 'taiat', 'altfel'])
      await rejects(storage().fetchPhoto(url(name), path), name);
    const absent = storage({
      resolve: () => Promise.reject(Object.assign(new Error('away'), { code: 'EAI_AGAIN' })),
    });
    await rejects(absent.fetchPhoto(url('ana'), path), { code: 'EAI_AGAIN' });
  });

  it('goes to Google’s storage by https, or to a program on this machine that stands in for it', async () => {
    deepEqual(createHostedStorage('').origins, [
      'https://firebasestorage.googleapis.com',
      'https://storage.googleapis.com',
    ]);
    const standIn = createHostedStorage(`http://127.0.0.1:${port}`);
    equal(await standIn.fetchPhoto(`http://127.0.0.1:${port}/ana.jpg`, path), null);
    equal(await readFile(path, 'utf8'), 'JPEG');
  });
});

describe('an address of the internet', () => {
  it('is in no private, local, documentation, group or translated range', () => {
    const inner = [
      ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254', '172.16.0.1'],
      ...['172.31.255.255', '192.0.0.1', '192.168.1.1', '198.18.0.1', '203.0.113.9', '224.0.0.1'],
      ...['255.255.255.255', '240.0.0.1', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', 'fc00::1'],
      ...['fd12::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '64:ff9b::a00:1', '64:ff9b:1::1', '2001::1'],
      ...['2001:db8::1', '2002:a00:1::', '3fff::1', '100::1', 'poze.example', ''],
    ];
    for (const ip of inner) equal(isPublicAddress(ip), false, ip);
    for (const ip of ['8.8.8.8', '142.250.1.1', '172.32.0.1', '2a00:1450:4001::200a', '2001:4860:4860::8888'])
      equal(isPublicAddress(ip), true, ip);
  });
});
