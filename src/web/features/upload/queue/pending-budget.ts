/** Copies of unfinished files take at most 1 GB of this browser's storage. */
const PENDING_BUDGET = 1_000_000_000;

export function fitsBudget(usedBytes: number, bytes: number): boolean {
  return usedBytes + bytes <= PENDING_BUDGET;
}

const KEPT_DAYS = 7;

/** True when the copy is too old to keep and may be deleted. */
export function isAbandoned(keptAt: number, now: number): boolean {
  return now - keptAt > KEPT_DAYS * 86_400_000;
}

export function errorIsQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
