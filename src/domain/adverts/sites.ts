import { isLoopback } from '#domain/loopback.ts';

/** Browsers and Node have it alike; the domain's types know neither. */
declare const URL: {
  new (text: string): { readonly protocol: string; readonly hostname: string };
};

/** Sites on which people have adverts. */
export const SITES = ['olx'] as const;
export type SiteName = (typeof SITES)[number];

/** `stand-in`: a program of this machine in the site's place. */
export type SiteMode = 'live' | 'stand-in';

/** True where an account can be connected: a real site sends the browser back to an https address of the internet alone. */
export function canConnect(mode: SiteMode, publicUrl: string): boolean {
  if (mode === 'stand-in') return true;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLoopback(hostname);
}
