import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
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
