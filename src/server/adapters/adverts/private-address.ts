import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Networks that are no part of the internet, as IANA's registries of special addresses name them, and those that carry IPv4 addresses inside.
 * One list would take every IPv4 address for one written as IPv6.
 */
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.ipv4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  // With Teredo, which carries IPv4 addresses, as 6to4 does.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.ipv6.addSubnet(network, bits, 'ipv6');

/** All IPv6 addresses that were ever given out to the internet; the rest are loopback, local, mapped, translated or not given yet. */
const GIVEN = new BlockList();
GIVEN.addSubnet('2000::', 3, 'ipv6');

/** True for what is no IP address of the internet. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv6(address)) return !GIVEN.check(address, 'ipv6') || PRIVATE.ipv6.check(address, 'ipv6');
  return !isIPv4(address) || PRIVATE.ipv4.check(address, 'ipv4');
}
