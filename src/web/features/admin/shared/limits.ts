/** Days and sums of a list as the page's address has them; absent: no limit. */
export interface Limits {
  readonly from?: string;
  readonly until?: string;
  readonly least?: string;
  readonly most?: string;
}
export const LIMIT_NAMES = ['from', 'until', 'least', 'most'] as const;

/** Returns the limits that an address has. */
export function readLimits(params: URLSearchParams): Limits {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
}

export interface ListFilterProps {
  readonly limits: Limits;
  readonly withSums?: boolean;
  readonly onChange: (limits: Limits) => void;
}
