import { AppError } from '#domain/errors.ts';
import { isInside } from '#domain/recipes/geometry.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';

/** Throws recipes/crop-outside. */
export function refuseStrayCrop(overrides: PhotoOverrides | null | undefined): void {
  if (overrides?.crop && !isInside(overrides.crop)) throw new AppError('recipes/crop-outside');
}
