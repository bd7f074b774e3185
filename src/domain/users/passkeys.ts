/** Passkeys that one account has at most. */
export const MOST_PASSKEYS = 10;
export const LONGEST_PASSKEY_NAME = 60;

/** Returns the name that a site's passkeys belong to; null where the site has none, only an IP address as a URL writes it. */
export function findPasskeyHost(hostname: string): string | null {
  return /^(\d{1,3}\.){3}\d{1,3}$|^\[/.test(hostname) ? null : hostname;
}
