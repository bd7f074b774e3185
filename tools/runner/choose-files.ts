import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path/posix';

const TESTS = '{src,stand-ins,tools,e2e,lab}/**/*.{test,e2e,crash,soak,storage}.ts';
const CODE = '{src,stand-ins,e2e,tools,lab}/**/*.{ts,tsx}';
/** A file's name says what kind of test it holds. */
export const UNIT = /(?<!\.lab)\.test\.ts$/;
export const JOURNEY = /(?<!\.lab)\.e2e\.ts$/;
/** A journey of the laboratory. */
export const LAB_JOURNEY = /\.lab\.e2e\.ts$/;
/** The laboratory: starts and kills whole programs again and again, in a whole run with CI=true alone. */
export const LAB = /\.(lab\.test|crash)\.ts$/;
export const SOAK = /\.soak\.ts$/;
/** Needs object stores that others wrote. */
export const STORE = /\.storage\.ts$/;

const OPTIONS = ['--changed', '--soak', '--storage', '--pgbouncer'];

/** Returns the test files that the words of a command ask for, by name, by folder or by option; without any, those of a whole run. */
export function chooseFiles(words: readonly string[], isCi: boolean): string[] {
  const strange = words.filter((word) => word.startsWith('--') && !OPTIONS.includes(word));
  if (strange.length > 0) throw new Error(`There is no option ${strange.join(', ')}.`);
  const known = findFiles(TESTS);
  const find = (...kinds: RegExp[]) => known.filter((path) => kinds.some((kind) => kind.test(path)));
  const named = words
    .filter((word) => !word.startsWith('--'))
    .flatMap((word) => {
      const kinds = /^lab(\/|$)/.test(word) ? [UNIT, LAB] : [UNIT, JOURNEY];
      const inFolder = find(...kinds).filter((path) => path.startsWith(join(word, '/')));
      if (inFolder.length > 0) return inFolder;
      return known.find((path) => basename(path) === `${word}.soak.ts`) ?? normalize(word);
    });
  const unknown = named.filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`No test file is called ${unknown.join(', ')}.`);
  if (named.length > 0) return named;
  if (words.includes('--changed')) return getChangedTests(known);
  if (words.includes('--soak')) return find(SOAK);
  if (words.includes('--storage')) return find(STORE);
  if (words.includes('--pgbouncer')) return find(/^(src\/server|lab\/(cluster|upgrade))\/.*\.test\.ts$/);
  const kinds = isCi ? [UNIT, JOURNEY, LAB_JOURNEY, LAB, STORE] : [UNIT, JOURNEY];
  const lost = kinds.filter((kind) => find(kind).length === 0);
  if (lost.length > 0) throw new Error(`There is no test file like ${lost.join(', ')}.`);
  return find(...kinds);
}

/**
 * Returns those of the test files that a change reaches: what differs from the commit at which this branch left main, committed or not,
 * closed over imports and over the paths that stand between quotes in the code (a program that is started, a folder that is read). The
 * laboratory, long tests and journeys look at the whole server: of them only those whose own files change, tests of the laboratory in a
 * folder of the change, and journeys that are called as one.
 */
function getChangedTests(tests: readonly string[]): string[] {
  const base = getBase();
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  const mentions = findFiles(CODE).map(readMentions);
  const everywhere = reach([...changed, ...changed.map(dirname)], mentions);
  const isLarge = (path: string) => /^(e2e|lab)\//.test(path) || SOAK.test(path) || LAB.test(path);
  const own = reach(
    changed.filter(isLarge),
    mentions.filter(({ path }) => isLarge(path)),
  );
  const folders = new Set(changed.flatMap((path) => path.split('/')));
  const places = new Set(changed.map(dirname));
  const isAll = changed.includes('package-lock.json');
  const isRun = (path: string) => {
    if (UNIT.test(path)) return isAll || everywhere.has(path);
    if (STORE.test(path)) return false;
    if (own.has(path) || folders.has(basename(path).replace(/(\.lab)?\.e2e\.ts$/, ''))) return true;
    return LAB.test(path) && places.has(dirname(path));
  };
  const runs = tests.filter(isRun);
  const left = tests.filter((path) => everywhere.has(path) && !runs.includes(path));
  console.log(`${changed.length} files differ from ${base.slice(0, 8)} and reach ${runs.length} test files.`);
  console.log(`Not run: ${left.length} journeys, long tests and tests of the laboratory that they reach.`);
  return runs;
}

/** Returns the commit at which this branch left main; the newest commit where there is no main. */
function getBase(): string {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', 'HEAD', main)[0] ?? 'HEAD';
    } catch {
      // there is no such branch
    }
  return 'HEAD';
}

/** Returns the lines that git answers. */
function git(...words: string[]): string[] {
  const answer = execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return answer.split('\n').filter((line) => line !== '');
}

interface Mentions {
  readonly path: string;
  /** Paths from the root that stand between quotes in its text; some of them may not exist. */
  readonly names: readonly string[];
}

function readMentions(path: string): Mentions {
  const words = readFileSync(path, 'utf8').matchAll(/['"`]([\w#@./-]*[./][\w./-]*\w)['"`]/g);
  const names = [...words].flatMap(([, word = '']) =>
    word.startsWith('#') ? [`src/${word.slice(1)}`] : [join(dirname(path), word), normalize(word)],
  );
  return { path, names };
}

/** Returns what is changed with all that mentions it, and so on. */
function reach(changed: readonly string[], mentions: readonly Mentions[]): ReadonlySet<string> {
  const reached = new Set(changed);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { path, names } of mentions) if (names.some((name) => reached.has(name))) reached.add(path);
  }
  return reached;
}

function findFiles(pattern: string): string[] {
  const files = globSync(pattern).map((path) => path.replaceAll('\\', '/'));
  return files.sort();
}
