/** True for a host that only this machine reaches, of a URL or to listen on, with or without the brackets of IPv6. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host.replace(/^\[(.*)\]$/, '$1'));
}
