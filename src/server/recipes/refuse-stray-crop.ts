import { AppError } from '#domain/errors.ts';
import type { Exception } from '#domain/recipes/exception.ts';
import { isInside } from '#domain/recipes/geometry.ts';

export function refuseStrayCrop(exception: Exception | null | undefined): void {
  if (exception?.crop && !isInside(exception.crop)) throw new AppError('recipes/crop-outside');
}
