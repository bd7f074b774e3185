import { equal, ok, rejects } from 'node:assert/strict';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { readShopAddress } from './access.ts';
import { askShop } from './http.ts';

describe('the address of a shop', () => {
  it('is taken as people type it', () => {
    for (const [typed, address] of [
      [' magazin.ro ', 'https://magazin.ro'],
      ['http://www.Magazin.ro/', 'https://www.magazin.ro'],
      ['https://magazin.ro/shop/wp-admin/admin.php?page=wc', 'https://magazin.ro/shop'],
      ['https://magazin.ro:443/wp-json/wc/v3/', 'https://magazin.ro'],
    ])
      equal(readShopAddress(typed ?? ''), address);
    ok(readShopAddress('șină.ro')?.startsWith('https://xn--'));
  });

  it('is none of a private network, of a port, or with a password in it', () => {
    for (const typed of [
      '',
      'magazin',
      'localhost',
      'https://127.0.0.1',
      'https://0x7f.1',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      '10.0.0.1',
      'https://magazin.ro:8443',
      'http://magazin.ro:22',
      'https://user:parola@magazin.ro',
      'ftp://magazin.ro',
      'file:///etc/passwd',
      `${'a'.repeat(300)}.ro`,
    ])
      equal(readShopAddress(typed), null, typed);
  });

  it('is connected to in the internet alone, wherever its name leads at that moment', async () => {
    let connections = 0;
    const inside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(inside.listen(0), 'listening');
    const { port } = inside.address() as AddressInfo;
    const call = { authorization: 'Basic x', callMs: 5_000, url: new URL(`https://localhost:${port}/`) };
    await rejects(askShop({ ...call, method: 'GET' }), { kind: 'away' });
    await rejects(askShop({ ...call, method: 'PUT', body: {} }), { kind: 'away' });
    equal(connections, 0);
    // Without the check the same name is connected to; nothing was sent before its certificate, so nothing can have been changed.
    await rejects(askShop({ ...call, method: 'PUT', body: {}, lookup }), { kind: 'away' });
    ok(connections > 0);
    inside.close();
  });
});
