import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Reach } from '#domain/adverts/sending.ts';
import type { SiteMode } from '#domain/adverts/sites.ts';
import { isPrivateAddress } from '#server/adapters/adverts/private-address.ts';
import type { App } from '#server/app.ts';

const KEPT_MS = 600_000;
const ASK_MS = 5_000;

let known: { readonly of: string; readonly until: number; readonly reach: Promise<Reach> } | null = null;

/**
 * Tells whether a site can fetch from this installation, as far as that can be told from here: its public address is https, leads into the
 * internet, and answers under its certificate. A router that does not lead back to itself makes the last a doubt alone.
 */
export async function checkReach(app: Pick<App, 'publicUrl' | 'now'>, mode: SiteMode): Promise<Reach> {
  if (mode === 'stand-in') return 'reached';
  const of = app.publicUrl();
  const now = app.now().getTime();
  if (known?.of !== of || known.until <= now) known = { of, until: now + KEPT_MS, reach: askOwnAddress(of) };
  return known.reach;
}

async function askOwnAddress(address: string): Promise<Reach> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return 'unreachable';
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return 'doubt';
  if (found.some((each) => isPrivateAddress(each.address))) return 'unreachable';
  const signal = AbortSignal.timeout(ASK_MS);
  const answer = await fetch(`${address}/healthz`, { redirect: 'manual', signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true ? 'reached' : 'doubt';
}
