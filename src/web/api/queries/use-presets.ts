import { useQuery } from '@tanstack/react-query';
import type { Preset } from '#domain/recipes/presets.ts';
import { presetsQuery } from '#web/api/queries/queries.ts';

const NONE: readonly Preset[] = [];

/** Returns the marketplaces' presets; empty until they are here. */
export function usePresets(): readonly Preset[] {
  return useQuery(presetsQuery).data?.presets ?? NONE;
}
