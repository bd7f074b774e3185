import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buildPublicLookup } from '#server/adapters/resolve-name.ts';
import { createWebhookSender } from '#server/adapters/webhooks/create.ts';
import { readConfig, webhookMode } from '#server/config.ts';
import { type Receiver, startReceiver } from '#testing/requests/receiver.ts';

const CALL = { headers: {}, body: '{}' };
const PUBLIC = { address: '8.8.8.8', family: 4 };

describe('an address of a person’s program', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());
  beforeEach(() => {
    receiver.heard.length = 0;
    receiver.answer = { status: 200 };
  });

  it('is https, a name of the internet, and port 443 or one above 1024', () => {
    const live = createWebhookSender('live');
    for (const [typed, kept] of [
      ['https://magazin.ro/fotolot', 'https://magazin.ro/fotolot'],
      [' HTTPS://Magazin.RO:443/?a=b#c ', 'https://magazin.ro/?a=b'],
      ['https://magazin.ro:8443/', 'https://magazin.ro:8443/'],
    ] as const)
      equal(live.tidyAddress(typed), kept);
    for (const bad of [
      'http://magazin.ro/',
      'https://10.0.0.1/',
      'https://8.8.8.8/',
      'https://[::1]/',
      'https://[2606:4700::1111]/',
      'https://[::ffff:127.0.0.1]/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://127.0.0.1./',
      'https://localhost/',
      'https://magazin.ro:22/',
      'https://magazin.ro:1024/',
      'https://ana:parola@magazin.ro/',
      'ftp://magazin.ro/',
      'magazin.ro',
      '',
      receiver.url,
    ])
      equal(live.tidyAddress(bad), null, bad);
  });

  it('may be of this machine, by http, where an installation is for trying', () => {
    const local = createWebhookSender('local');
    for (const good of ['http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]:3000/'])
      equal(local.tidyAddress(good), good);
    for (const bad of ['http://magazin.ro/', 'http://192.168.1.1/', 'http://169.254.169.254/'])
      equal(local.tidyAddress(bad), null, bad);
  });

  it('may be so where nothing is public alone, whatever the settings say', () => {
    const getMode = (env: Record<string, string>) => webhookMode(readConfig(env));
    const demo = { HOST: '0.0.0.0', ALLOW_DEMO: '1' };
    equal(getMode({}), 'local');
    equal(getMode({ WEBHOOK_MODE: 'live' }), 'live');
    equal(getMode(demo), 'live');
    for (const reached of [demo, { PUBLIC_URL: 'https://fotolot.example' }])
      throws(() => getMode({ ...reached, WEBHOOK_MODE: 'local' }), /WEBHOOK_MODE=local is for trying/);
  });

  it('is sent nothing once it is none that is taken', async () => {
    equal(await createWebhookSender('live').send({ ...CALL, url: receiver.url }), null);
    equal(receiver.heard.length, 0);
  });

  it('answers by its status alone: no redirect is followed, and of a long body the beginning is read', async () => {
    const local = createWebhookSender('local');
    for (const status of [200, 204, 307, 410, 500]) {
      receiver.answer = { status, location: `${receiver.url}/altundeva` };
      equal(await local.send({ ...CALL, url: receiver.url }), status);
    }
    equal(receiver.heard.length, 5);
    receiver.answer = 'reset';
    equal(await local.send({ ...CALL, url: receiver.url }), null);
    equal(await local.send({ ...CALL, url: 'http://127.0.0.1:1/' }), null);
  });

  it('is not connected to where its name leads into a private network, in any spelling of it', async () => {
    const listener = createServer((socket) => {
      reached += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    let reached = 0;
    const { port } = listener.address() as AddressInfo;
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '::1',
      'fe80::1',
      'fd00::1',
      'fd00:ec2::254',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
    ]) {
      const lookup = buildPublicLookup(async () => [
        { address, family: address.includes(':') ? 6 : 4 },
        PUBLIC,
      ]);
      equal(
        await createWebhookSender('live', lookup).send({ ...CALL, url: `https://magazin.example:${port}/` }),
        null,
        address,
      );
    }
    equal(reached, 0);
    listener.close();
  });

  it('is looked up once for each connection, whose address is the one that was checked: a name that moves into a private network afterwards leads nowhere', async () => {
    const answers = [[PUBLIC], [{ address: '127.0.0.1', family: 4 }]];
    const [asked, found]: [string[], string[]] = [[], []];
    const checked = buildPublicLookup(async (host) => {
      asked.push(host);
      return answers.shift() ?? [];
    });
    // No test connects to the internet: what would be connected to is written down.
    const live = createWebhookSender('live', (host, options, done) =>
      checked(host, options, (error, address) => {
        found.push(error ? 'refused' : JSON.stringify(address));
        done(new Error('not from a test'), '');
      }),
    );
    const call = { ...CALL, url: 'https://magazin.example/' };
    deepEqual([await live.send(call), asked.length], [null, 1]);
    deepEqual([await live.send(call), asked.length], [null, 2]);
    ok(found[0]?.includes(PUBLIC.address));
    equal(found[1], 'refused');
    equal(found.length, 2);
  });
});
