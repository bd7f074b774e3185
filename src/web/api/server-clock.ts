/** How far the server's clock is ahead of this browser's, to the second and the time that the response was on its way. */
let aheadMs = 0;

/** By the last response: what a browser's clock says of itself is not known to be true. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** Milliseconds since 1970 by the server's clock: for whatever is compared with a time that the server wrote down. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
