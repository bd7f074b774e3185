/**
 * Draws changes of single lines that a test should notice. A drawing is the same for the same seed and the same files.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noiseFrom } from '#imaging/fixtures/scene.ts';

/** The code that money, access and pixels rest on, and the tests that look after it. */
const AREAS = {
  ledger: {
    code: ['src/server/credits/*.ts', 'src/domain/credits/*.ts'],
    tests: [
      'src/domain/credits/**/*.test.ts',
      'src/server/credits/**/*.test.ts',
      'src/server/admin/users/*.test.ts',
      'src/server/payments/**/*.test.ts',
    ],
  },
  payments: {
    code: ['src/server/payments/**/*.ts', 'src/domain/payments/**/*.ts'],
    tests: [
      'src/domain/payments/**/*.test.ts',
      'src/server/payments/**/*.test.ts',
      'src/domain/plans/**/*.test.ts',
    ],
  },
  access: {
    code: [
      'src/server/http/security/**/*.ts',
      'src/server/http/handle.ts',
      'src/server/users/sign-in/**/*.ts',
    ],
    tests: [
      'src/server/http/security/**/*.test.ts',
      'src/server/http/*.test.ts',
      'src/server/users/**/*.test.ts',
      'src/server/account/**/*.test.ts',
    ],
  },
  recipe: {
    code: ['src/domain/recipes/**/*.ts', 'src/imaging/{light,deliver,overlays}/**/*.ts'],
    tests: [
      'src/domain/recipes/**/*.test.ts',
      'src/imaging/{jobs,light,deliver,overlays,render}/**/*.test.ts',
      'tools/golden/*.test.ts',
    ],
  },
} as const;
type Area = keyof typeof AREAS;

export interface Mutation {
  readonly area: Area;
  readonly file: string;
  /** From one. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** What is looked for on a line, and what stands there instead. */
const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < (?=\w)/, ' >= '],
  [/ > (?=\w)/, ' <= '],
  [/ <= /, ' > '],
  [/ >= /, ' < '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ (?=[\w(])/, ' - '],
  [/ - (?=[\w(])/, ' + '],
  [/ \* (?=[\w(])/, ' / '],
  [/\bif \(!/, 'if ('],
  [/\bif \((?!!)(?=\w+\))/, 'if (!'],
  [/\btrue\b(?=[,;)])/, 'false'],
  [/\bfalse\b(?=[,;)])/, 'true'],
  [/\bMath\.max\(/, 'Math.min('],
  [/\bMath\.min\(/, 'Math.max('],
];

/** Returns the tests of the file's own folder, which notice most, and then those of its area; without the laboratory's. */
export function listTests(root: string, { area, file }: Mutation): [near: string[], far: string[]] {
  const find = (patterns: readonly string[]) =>
    globSync([...patterns], { cwd: root })
      .filter((path) => !/\.lab\./.test(path))
      .sort();
  const near = find([`${dirname(file)}/*.test.ts`]);
  return [near, find(AREAS[area].tests).filter((path) => !near.includes(path))];
}

/** Draws lines evenly from the areas; `other` is a second version of the product in which the line must stand too. */
export function drawMutations(
  root: string,
  { seed, count, other }: { seed: number; count: number; other: string },
): Mutation[] {
  const random = noiseFrom(seed);
  const areas = Object.keys(AREAS) as Area[];
  const found = new Map(areas.map((area) => [area, listMutations(root, area, other)]));
  return Array.from({ length: count }, (_, at) => {
    const from = found.get(areas[at % areas.length] as Area) as Mutation[];
    return from.splice(Math.floor(random() * from.length), 1)[0] as Mutation;
  });
}

function listMutations(root: string, area: Area, other: string): Mutation[] {
  const files = globSync([...AREAS[area].code], { cwd: root }).filter(
    (path) => !/\.(test|soak)\./.test(path),
  );
  const elsewhere = new Set(
    globSync([...AREAS[area].code], { cwd: other }).flatMap((path) =>
      readFileSync(join(other, path), 'utf8')
        .split('\n')
        .map((line) => `${path}\n${line}`),
    ),
  );
  return files.sort().flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((before, at) =>
        !/^\s*(\*|\/[/*]|import |export type|type |interface )/.test(before) &&
        elsewhere.has(`${file}\n${before}`)
          ? OPERATORS.filter(([from]) => from.test(before)).map(([from, to]) => ({
              area,
              file,
              line: at + 1,
              before,
              after: before.replace(from, to),
            }))
          : [],
      ),
  );
}
