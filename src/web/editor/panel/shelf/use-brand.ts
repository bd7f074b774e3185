import { useQuery } from '@tanstack/react-query';
import { type BrandKit, NO_BRAND } from '#domain/recipes/brand-kit.ts';
import { brandQuery } from '#web/api/queries/queries.ts';

/** Returns the seller's brand kit; an empty one until it is loaded. */
export function useBrand(): BrandKit {
  return useQuery(brandQuery).data ?? NO_BRAND;
}
