/** Milliseconds by which the server's clock is ahead of this browser's, to the second and the time that the response was on its way. */
let aheadMs = 0;

/** Takes the time from the last response: a browser's clock may be wrong. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** Returns milliseconds since 1970 by the server's clock, for comparisons with a time that the server wrote down. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
