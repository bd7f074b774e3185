const LOT = /^\/process\/lot_[a-z0-9]{20,32}$/;

/** Where a purchase comes back to: the lot it was made for. Anything else is forgotten. */
export function lotToReturnTo(path: string | null): string | null {
  return path !== null && LOT.test(path) ? path : null;
}
