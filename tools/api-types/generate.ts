import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as api from '#contract/api/v1.ts';
import type { Route } from '#contract/route.ts';
import { describeApi } from '#server/http/api/describe-api.ts';

export const EXAMPLES = join(import.meta.dirname, '..', '..', 'docs', 'examples');
export const TYPES_FILE = join(EXAMPLES, 'api-types.ts');

/** Returns the description of the API, by an address that no installation has. */
export function describeForTypes(): string {
  const routes = Object.values(api).filter(
    (value): value is Extract<typeof value, Route> => typeof value === 'object' && 'access' in value,
  );
  return JSON.stringify(describeApi(routes, 'https://fotolot.example'));
}

/** Returns the first line of the types that belong to this description. */
export function buildTypesHead(): string {
  const sha256 = createHash('sha256').update(describeForTypes()).digest('hex');
  return `// By npm run api-types from the description with the SHA-256 ${sha256}.`;
}
