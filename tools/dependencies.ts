import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isLate, type Times } from './late-dependencies.ts';
import { asTool } from './tool.ts';

/**
 * `npm run dependency-age`: asks the registry, by npm, whether a package of the running server is past the time frames of docs/security.md.
 * `npm run dependency-age -- NAME …` asks about these alone. Exit status 1: something is late, has a known hole, or could not be asked.
 */
const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

await asTool(async () => {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const chosen = process.argv.slice(2);
  const names = chosen.length > 0 ? chosen : Object.keys(dependencies);
  const found = [
    ...(await holes()),
    ...(await Promise.all(names.map((name) => late(name, dependencies[name])))).flat(),
  ];
  for (const line of found) console.log(line);
  console.log(`${names.length} packages asked about, ${found.length} found`);
  if (found.length > 0) process.exitCode = 1;
});

/** npm's own words on stdout, whatever its exit status; null: none that are JSON. */
async function npm(...args: string[]): Promise<Record<string, unknown> | null> {
  const said = await run('npm', [...args, '--json'], { cwd: ROOT, maxBuffer: 64e6 }).catch((error) => error);
  try {
    return JSON.parse(said.stdout);
  } catch {
    return null;
  }
}

async function holes(): Promise<string[]> {
  const said = (await npm('audit', '--omit', 'dev'))?.vulnerabilities as
    | Record<string, { severity: string; fixAvailable: unknown }>
    | undefined;
  if (!said) return ['advisories: could not be asked'];
  return Object.entries(said).map(
    ([name, { severity }]) => `${name}: ${severity}, see npm audit and docs/security.md`,
  );
}

async function late(name: string, version: string | undefined): Promise<string[]> {
  if (version === undefined) return [`${name}: not a dependency`];
  const times = (await npm('view', name, 'time')) as Times | null;
  if (!times?.[version]) return [`${name}: could not be asked`];
  const newer = isLate({ name, version }, times, new Date());
  return newer
    ? [`${name} ${version}: ${newer.version} is there for ${newer.days} days, ${newer.mostDays} are given`]
    : [];
}
