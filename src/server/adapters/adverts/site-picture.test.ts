import { equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '#server/adapters/resolve-name.ts';
import { readSitePicture } from './site-picture.ts';

test('addresses of private, loopback, link-local and reserved networks are no part of the internet, in any spelling', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '240.0.0.1',
    '::1',
    '::',
    '::10.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:8.8.8.8',
    '::ffff:0:10.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::192.168.0.1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '100:0:0:1::1',
    '1fff:ffff::1',
    '2001:0:7f00:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2002:c0a8:101::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'feff::1',
    'ff02::1',
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
  ])
    equal(isPublicAddress(address), false, address);
  for (const address of [
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '192.167.255.255',
    '193.0.0.1',
    '198.17.255.255',
    '198.20.0.0',
    '99.255.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '3ffe:ffff::1',
  ])
    equal(isPublicAddress(address), true, address);
});

test('a picture is asked for where the site keeps its own, and nowhere else', async () => {
  for (const address of [
    'http://ireland.apollo.olxcdn.com/v1/files/a/image',
    'https://ireland.apollo.olxcdn.com:8443/a',
    'https://user@ireland.apollo.olxcdn.com/a',
    'https://olxcdn.com.example/a',
    'https://olxcdn.com/a',
    'https://xolxcdn.com/a',
    'https://127.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    'file:///etc/passwd',
    'nimic',
  ])
    await rejects(readSitePicture(address, null), { kind: 'gone' }, address);
  for (const address of ['http://127.0.0.1:8081/a.jpg', 'https://ireland.apollo.olxcdn.com/a'])
    await rejects(readSitePicture(address, 'http://127.0.0.1:8080'), { kind: 'gone' }, address);
});
