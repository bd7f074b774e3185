/** Browsers refuse to carry more than 64 KiB beyond the end of a page, headers and other requests included. */
const MOST_BYTES = 60 * 1024;

export function outlivesPage(body: string): boolean {
  return new TextEncoder().encode(body).length <= MOST_BYTES;
}
