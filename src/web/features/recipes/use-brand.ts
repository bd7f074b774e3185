import { useQuery } from '@tanstack/react-query';
import { type BrandKit, NO_BRAND } from '#domain/recipes/brand-kit.ts';
import { brandQuery } from '#web/api/queries.ts';

/** What the seller lays over every lot; nothing until it is known. */
export function useBrand(): BrandKit {
  return useQuery(brandQuery).data ?? NO_BRAND;
}
