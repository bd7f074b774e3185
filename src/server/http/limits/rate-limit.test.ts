import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { consumeRateLimit, ipKey, networkKey } from '#server/http/limits/rate-limit.ts';
import { testApp } from '#testing/app.ts';

test('IPv6 counts by its /64, however it is written', () => {
  const net = '2001:db8:0:0::/64';
  for (const ip of [
    '2001:db8::1',
    '2001:db8::ffff:1',
    '2001:0DB8:0:0:1:2:3:4',
    '2001:db8:0:0:a::',
    '2001:db8::1%eth0',
  ])
    equal(ipKey(ip), net, ip);
  equal(ipKey('2001:db8:0:1::1'), '2001:db8:0:1::/64');
  equal(ipKey('2001:db8:1::1'), '2001:db8:1:0::/64');
  equal(ipKey('::1'), '0:0:0:0::/64');
});

test('IPv4 counts by itself, also when it is written as IPv6', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
    equal(ipKey(ip), '203.0.113.7', ip);
});

test('a port that a proxy writes behind the address is no part of it', () => {
  for (const ip of ['203.0.113.7:5678', '203.0.113.7:1', '[::ffff:203.0.113.7]:443'])
    equal(ipKey(ip), '203.0.113.7', ip);
  for (const ip of ['[2001:db8::1]:5678', '[2001:db8::2]']) equal(ipKey(ip), '2001:db8:0:0::/64', ip);
});

test('networks are /48 and /24', () => {
  for (const ip of ['2001:db8::1', '2001:db8:0:ffff::1', '[2001:db8:0:1::2]:443'])
    equal(networkKey(ip), '2001:db8:0::/48', ip);
  equal(networkKey('2001:db8:1::1'), '2001:db8:1::/48');
  for (const ip of ['203.0.113.7', '203.0.113.255:80', '::ffff:203.0.113.1'])
    equal(networkKey(ip), '203.0.113.0/24', ip);
});

test('everything that is no address counts as one', () => {
  for (const ip of [
    undefined,
    '',
    'unknown',
    '_hidden',
    ':::',
    'a:b',
    '1:2:3:4:5:6:7:8:9',
    'x::y',
    '1.2.3.4.5',
    '1.2.3.256',
  ])
    deepEqual([ipKey(ip), networkKey(ip)], ['no address', 'network of no address'], ip);
});

test('a clock that is set back lengthens no limit', async () => {
  const { app, advance, close } = await testApp();
  const limit = { hits: 1, seconds: 900 };
  const count = () => consumeRateLimit(app, 'proba', { limit, code: 'auth/too-many-requests' });
  await count();
  advance(-2 * 3_600_000);
  const refusal: unknown = await count().catch((error) => error);
  await close();
  ok(refusal instanceof AppError && Number(refusal.details.retryAfter) <= limit.seconds, String(refusal));
});
