/** Limits within those of every site that fetches a picture by its address: OLX, Autovit, shops and catalogues. */

/** Longest side of a public picture, in pixels. */
export const PUBLIC_SIDE = 2048;
export const PUBLIC_BYTES = 2_000_000;
/** Days for which the address of a picture that was sent is good. A site may fetch it again for a week after its answer. */
export const SENT_DAYS = 8;
/** Days for which it is known who fetched a picture. */
export const FETCHES_DAYS = 30;
