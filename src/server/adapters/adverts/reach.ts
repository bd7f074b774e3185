import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Reach } from '#domain/adverts/sending.ts';
import { isPublicAddress } from '#server/adapters/resolve-name.ts';

const KEPT_MS = 600_000;
const ASK_MS = 5_000;

/**
 * Returns a function that tells whether a site can fetch from an installation at an address, as far as that can be told from there: it is
 * https, leads into the internet, and answers under its certificate. A router that does not lead back to itself makes the last a doubt alone.
 */
export function createReachCheck(now: () => Date): (address: string) => Promise<Reach> {
  let known: { readonly of: string; readonly until: number; readonly reach: Promise<Reach> } | null = null;
  return async (address) => {
    const at = now().getTime();
    if (known?.of !== address || known.until <= at)
      known = { of: address, until: at + KEPT_MS, reach: askOwnAddress(address) };
    return known.reach;
  };
}

async function askOwnAddress(address: string): Promise<Reach> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return 'unreachable';
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return 'doubt';
  if (found.some((each) => !isPublicAddress(each.address))) return 'unreachable';
  const signal = AbortSignal.timeout(ASK_MS);
  const answer = await fetch(`${address}/healthz`, { redirect: 'manual', signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true ? 'reached' : 'doubt';
}
