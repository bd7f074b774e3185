import { equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivateAddress } from './private-address.ts';
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
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2001:0:7f00:1::1',
    '2002:7f00:1::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
  ])
    equal(isPrivateAddress(address), true, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '193.0.0.1', '99.255.255.255', '2a00:1450:4001::1'])
    equal(isPrivateAddress(address), false, address);
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
