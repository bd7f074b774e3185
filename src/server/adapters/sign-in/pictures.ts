import { isPictureFrom } from '#domain/users/picture-origins.ts';

/** Limits for fetching a provider's picture without being led anywhere else. */
const SIZE = 256;
const MOST_BYTES = 2_000_000;
const LIMIT_MS = 10_000;

/** Turns „…=s96-c” and the like into „…=s256-c”. */
export function atOurSize(url: string): string {
  const parsed = new URL(url);
  parsed.pathname = `${parsed.pathname.replace(/=[^/=]*$/, '')}=s${SIZE}-c`;
  return parsed.href;
}

/**
 * Returns a picture's bytes. Throws for an address outside `origins` and for anything but an image of at most 2 MB within 10 s from that
 * very address.
 */
export async function fetchPicture(origins: readonly string[], url: string): Promise<Uint8Array> {
  if (!isPictureFrom(origins, url)) throw new Error('not a picture of the provider');
  const response = await fetch(atOurSize(url), {
    redirect: 'error',
    headers: { accept: 'image/jpeg, image/png, image/webp' },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !/^image\/(jpeg|png|webp)\b/i.test(type)) {
    await response.body?.cancel();
    throw new Error(`no picture: ${response.status} ${type}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('the picture is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
