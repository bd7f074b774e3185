import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '#server/http/limits.ts';

test('IPv6 counts by its /64, however it is written', () => {
  const net = '2001:db8:0:0::/64';
  for (const ip of [
    '2001:db8::1',
    '2001:db8::ffff:1',
    '2001:0DB8:0:0:1:2:3:4',
    '2001:db8:0:0:a::',
    '2001:db8::1%eth0',
  ])
    equal(addressKey(ip), net, ip);
  equal(addressKey('2001:db8:0:1::1'), '2001:db8:0:1::/64');
  equal(addressKey('2001:db8:1::1'), '2001:db8:1:0::/64');
  equal(addressKey('::1'), '0:0:0:0::/64');
});

test('IPv4 counts by itself, also when it is written as IPv6', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
    equal(addressKey(ip), '203.0.113.7', ip);
});

test('what is no address is a key of its own', () => {
  for (const ip of ['', ':::', 'a:b', '1:2:3:4:5:6:7:8:9', 'x::y']) equal(addressKey(ip), ip);
});
