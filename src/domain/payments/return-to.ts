const BATCH_PATH = /^\/process\/lot_[a-z0-9]{20,32}$/;

/** Returns the path of the batch that a purchase was made for; null for any other path. */
export function batchToReturnTo(path: string | null): string | null {
  return path !== null && BATCH_PATH.test(path) ? path : null;
}
