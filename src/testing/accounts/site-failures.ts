import { equal, rejects } from 'node:assert/strict';
import type { SiteFailure, SiteFailureKind } from '#domain/adverts/site-failure.ts';

/** Asserts that a call to a site with adverts fails in one way. `about`: said where it does not. */
export function failsAs(promise: Promise<unknown>, kind: SiteFailureKind, about = ''): Promise<void> {
  return rejects(promise, (error: SiteFailure) => {
    equal(error.kind, kind, about);
    return true;
  });
}
