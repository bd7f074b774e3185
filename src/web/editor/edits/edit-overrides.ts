import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';

/** Returns a photo's overrides after a change; null when it matches the batch's recipe again. */
export function withChange(
  overrides: PhotoOverrides,
  change: Partial<PhotoOverrides>,
): PhotoOverrides | null {
  const next = { ...overrides, ...change };
  return hasOverrides(next) ? next : null;
}

export function hasOverrides(overrides: PhotoOverrides): boolean {
  const keys = Object.keys(NO_OVERRIDES) as (keyof PhotoOverrides)[];
  return keys.some((key) => overrides[key] !== NO_OVERRIDES[key]);
}

interface Edits {
  readonly exceptions?: Readonly<Record<string, PhotoOverrides | null>> | undefined;
}

/** Two edits of a batch as one: later fields replace earlier ones, but photos that only the earlier one named keep their overrides. */
export function mergeEdits<E extends Edits>(earlier: E, later: E): E {
  const both = { ...earlier, ...later };
  if (!earlier.exceptions || !later.exceptions) return both;
  return { ...both, exceptions: { ...earlier.exceptions, ...later.exceptions } };
}

/** Returns the saved overrides with the unsaved ones over them. */
export function withOverrides(
  saved: Readonly<Record<string, PhotoOverrides>>,
  edits: Edits['exceptions'] = {},
): Record<string, PhotoOverrides> {
  const all = Object.entries({ ...saved, ...edits });
  return Object.fromEntries(all.flatMap(([id, own]) => (own === null ? [] : [[id, own] as const])));
}
