/** What the pages that a phone opens by a link have in common. */
export const UNREACHABLE = 'Nu e conexiune. Încercăm din nou…';
export const UNKNOWN = 'Nu a mers. Încearcă din nou.';
export const GONE = 410;

/** Takes the key out of the address, so that neither a reload nor a shared address brings it along. */
function takeKey(): string {
  const key = location.hash.slice(1);
  if (key !== '') history.replaceState(null, '', location.pathname);
  return key;
}

/** Calls `open` with the address's key, '' for none, and again with that of another code that is read in this tab. */
export function followKeys(open: (key: string) => void): void {
  addEventListener('hashchange', () => {
    const key = takeKey();
    if (key !== '') open(key);
  });
  open(takeKey());
}

interface Ways {
  /** Takes a key. */
  readonly open: { readonly method: string; readonly path: string };
  /** Goes on by the cookie of a key that was taken before. */
  readonly read: { readonly method: string; readonly path: string };
}

export async function requestByKey({ open, read }: Ways, key: string): Promise<Response> {
  if (key === '') return fetch(read.path, { method: read.method });
  const headers = { 'content-type': 'application/json' };
  return fetch(open.path, { method: open.method, headers, body: JSON.stringify({ key }) });
}

/** Returns the hour of an instant. */
export function formatUntil(instant: string): string {
  return new Date(instant).toLocaleTimeString('ro-RO', { hour: '2-digit', minute: '2-digit' });
}

/** Returns the server's sentence; empty where it said none. */
export function readSentence(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
