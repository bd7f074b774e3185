import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { findPasskeyHost } from '#domain/users/passkeys.ts';

test('passkeys belong to the name of a site, and an IP address has none', () => {
  for (const url of ['https://fotolot.example', 'http://localhost:8080', 'https://10.example.ro'])
    equal(findPasskeyHost(new URL(url).hostname), new URL(url).hostname, url);
  for (const url of ['https://192.168.1.20', 'http://127.1:8080', 'http://[::1]:8080'])
    equal(findPasskeyHost(new URL(url).hostname), null, url);
});
