const LOT = /^\/process\/lot_[a-z0-9]{20,32}$/;

/** Returns the path of the lot that a purchase was made for; null for any other path. */
export function lotToReturnTo(path: string | null): string | null {
  return path !== null && LOT.test(path) ? path : null;
}
