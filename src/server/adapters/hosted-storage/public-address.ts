import { BlockList, isIP, isIPv4 } from 'node:net';

/** Networks that the registries of special-purpose addresses (RFC 6890) keep out of the internet. */
const SPECIAL = new BlockList();
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
  SPECIAL.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv6');

/** The only IPv6 range of the internet; mapped, local, translated and multicast addresses lie outside. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

/** True for an address of the internet: no private network, not this machine, no stand-in for another address. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !SPECIAL.check(ip, 'ipv4');
  return isIP(ip) === 6 && GLOBAL.check(ip, 'ipv6') && !SPECIAL.check(ip, 'ipv6');
}
