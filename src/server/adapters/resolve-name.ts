import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { isLoopback } from '#domain/loopback.ts';

/** For each of two tries. */
const TRY_MS = 3_000;
const TRIES = 2;

/**
 * Returns the addresses of a name that strangers chose. The system's own look-up can't be cancelled and holds one of a few threads, which all
 * others and the disk share: names that are slow to answer would stop payments. This one asks the name servers alone, not the hosts file.
 * Throws where no address is found in time.
 */
export async function resolveName(
  host: string,
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver({ timeout: TRY_MS, tries: TRIES }),
): Promise<LookupAddress[]> {
  if (isIP(host)) return [{ address: host, family: isIP(host) }];
  if (isLoopback(host)) return [{ address: '127.0.0.1', family: 4 }];
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [four, six].flatMap((found, at) =>
    found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family: [4, 6][at] ?? 4 })),
  );
}

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
  // With Teredo, which carries IPv4 addresses, as 6to4 does.
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

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Returns a look-up for connections to strangers' names, which refuses a name that leads into a private network: the address checked is the
 * one connected to, whatever the name leads to a moment later.
 */
export function buildPublicLookup(resolve: (host: string) => Promise<LookupAddress[]>) {
  return (host: string, options: LookupOptions, done: LookupDone): void => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined || found.some(({ address }) => !isPublicAddress(address)))
          return done(new Error(`${host} is not of the internet`), '');
        return options.all ? done(null, found) : done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
}

export const lookupPublic = buildPublicLookup((host) => resolveName(host));
