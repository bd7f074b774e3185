import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { buildTypesHead, describeForTypes, TYPES_FILE } from './generate.ts';

/**
 * npm run api-types: writes the types of the API that the examples use. The generator needs an older TypeScript than ours, so npx fetches
 * both for the moment.
 */
const PACKAGES = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];

const folder = await makeTemporaryFolder();
try {
  const [description, types] = [join(folder.path, 'openapi.json'), join(folder.path, 'api-types.ts')];
  await writeFile(description, describeForTypes());
  const packages = PACKAGES.flatMap((name) => ['--package', name]);
  const line = ['--yes', ...packages, '--', 'openapi-typescript', description, '-o', types];
  execFileSync('npx', line, { cwd: folder.path, stdio: 'inherit' });
  await writeFile(TYPES_FILE, `${buildTypesHead()}\n${await readFile(types, 'utf8')}`);
} finally {
  await folder.remove();
}
