import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Route } from '#contract/route.ts';
import { getLookWords } from '#web/features/admin/users/look-words.ts';

test('each read that a narrow right opens has words in the list of what its holder opened', async () => {
  const modules: object[] = await Promise.all(
    globSync('src/contract/**/*.ts', { exclude: ['**/*.test.ts'] }).map(
      (path) => import(pathToFileURL(resolve(path)).href),
    ),
  );
  const routes = modules
    .flatMap((module): Partial<Route>[] => Object.values(module))
    .filter((route) => route?.right !== undefined && route.method === 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  ok(routes.length > 10, `${routes.length} routes`);
  const elsewhere = globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/noteLook\([^)]*route: '([^']+)'/g)].map(
      ([, route = '']) => route,
    ),
  );
  deepEqual(elsewhere, ['GET /api/invoices']);
  deepEqual(
    [...routes, ...elsewhere].filter((route) => !/^A \p{Ll}/u.test(getLookWords(route))),
    [],
  );
});
