import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

/** Pictures' placeholders from their ThumbHash (base64, about 28 characters). */
const FALLBACK = 'var(--film-raised)';
const CACHE_SIZE = 400;
const blurs = new Map<string, string>();

function decodeThumbhash(thumbhash: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return bytes.length >= 5 ? bytes : null;
  } catch {
    return null;
  }
}

/** The average colour, cheap enough for every tile that scrolls by. */
export function averageColour(thumbhash: string | null): string {
  const bytes = thumbhash === null ? null : decodeThumbhash(thumbhash);
  if (bytes === null) return FALLBACK;
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
}

/** A blurred picture as a data URL (0.4 ms and 3 kB each: the newest 400 are kept). */
export function blurUrl(thumbhash: string | null): string | null {
  if (thumbhash === null) return null;
  const known = blurs.get(thumbhash);
  if (known !== undefined) return known;
  const bytes = decodeThumbhash(thumbhash);
  if (bytes === null) return null;
  const url = thumbHashToDataURL(bytes);
  if (blurs.size >= CACHE_SIZE) blurs.delete(blurs.keys().next().value ?? '');
  blurs.set(thumbhash, url);
  return url;
}
