/**
 * Prints what a reviewer counts: sizes of files and functions, casts, names, dense lines, comments. Of the product's code (src/ without tests
 * and fixtures), by the syntax tree that Vite's parser gives.
 *
 *   node lab/structure/main.ts [FOLDER]
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

type Node = { type: string; start: number; end: number; [part: string]: unknown };

const root = process.argv[2] ?? '.';
const AREAS = ['src', 'e2e', 'tools', 'lab', 'stand-ins'];
const IS_TEST = /\.(test|soak|storage|crash|e2e)\.tsx?$/;

const all = AREAS.flatMap((area) => globSync(`${area}/**/*.{ts,tsx}`, { cwd: root })).map(readSource);
const product = all.filter(
  ({ path }) =>
    /^src\/(?!testing\/)/.test(path) && !IS_TEST.test(path) && !/\/fixtures\/|generated/.test(path),
);

function readSource(path: string) {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, lines: text.split('\n').length - 1 };
}

/** Walks a tree; `inside` are the nodes around one, the nearest last. */
function walkTree(
  node: Node,
  visit: (node: Node, inside: readonly Node[]) => void,
  inside: readonly Node[] = [],
): void {
  visit(node, inside);
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part])
      if (child !== null && typeof child === 'object' && typeof child.type === 'string')
        walkTree(child, visit, [...inside, node]);
}

interface Counts {
  functions: { name: string; lines: number; path: string }[];
  casts: number;
  asserted: number;
  any: number;
  nestedTernaries: number;
  groupedSpreads: number;
}

function countProduct(): Counts {
  const counts: Counts = {
    functions: [],
    casts: 0,
    asserted: 0,
    any: 0,
    nestedTernaries: 0,
    groupedSpreads: 0,
  };
  for (const { path, text } of product) {
    const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
    const countLines = (node: Node) => text.slice(node.start, node.end).split('\n').length;
    walkTree(tree, (node, inside) => {
      const parent = inside.at(-1);
      if (
        node.type === 'TSAsExpression' &&
        !/^const$/.test(text.slice((node.typeAnnotation as Node).start, node.end))
      )
        counts.casts += 1;
      if (node.type === 'TSNonNullExpression') counts.asserted += 1;
      if (node.type === 'TSAnyKeyword') counts.any += 1;
      if (node.type === 'ConditionalExpression' && parent?.type === 'ConditionalExpression')
        counts.nestedTernaries += 1;
      if (node.type === 'SpreadElement' && (node.argument as Node).type === 'ObjectExpression')
        counts.groupedSpreads += 1;
      const name = getFunctionName(node, inside);
      if (name !== null) counts.functions.push({ name, lines: countLines(node), path });
    });
  }
  return counts;
}

/** The name of a declared function, of a method of a class, or of a function that a constant of the module holds; else null. */
function getFunctionName(node: Node, inside: readonly Node[]): string | null {
  const parent = inside.at(-1);
  const named = (key: unknown) =>
    (key as Node | null)?.type === 'Identifier' ? String((key as Node).name) : null;
  if (node.type === 'FunctionDeclaration') return named(node.id);
  if (node.type === 'MethodDefinition' && node.kind === 'method') return named(node.key);
  if (node.type !== 'ArrowFunctionExpression' || parent?.type !== 'VariableDeclarator') return null;
  return inside.every(({ type }) => !/Function|Method/.test(type)) ? named(parent.id) : null;
}

const getRank = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const formatPercent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

const { functions, casts, asserted, any, nestedTernaries, groupedSpreads } = countProduct();
const lines = product.reduce((sum, file) => sum + file.lines, 0);
const formatPerThousand = (number: number) => ((1000 * number) / lines).toFixed(2);
const sizes = product.map((file) => file.lines);
const calls = functions.filter(({ name }) => /^[a-z]/.test(name));
const written = product.flatMap(({ text }) => text.split('\n'));
const comments = all.flatMap(({ text }) =>
  [...text.matchAll(/^ *(?:\/\/|\/\*\*|\*) +(\S+)/gm)].map(([, word]) => word),
);

console.log('lines of TypeScript');
for (const area of AREAS) {
  const files = all.filter(({ path }) => path.startsWith(`${area}/`));
  if (files.length > 0)
    console.log(`  ${area}: ${files.reduce((sum, file) => sum + file.lines, 0)} in ${files.length} files`);
}
console.log(`product: ${lines} lines in ${product.length} files`);
console.log(`file lines median/p90/max: ${[0.5, 0.9, 1].map((share) => getRank(sizes, share)).join('/')}`);
console.log(
  `functions: ${functions.length}; over 60 lines: ${formatPercent(functions.filter((one) => one.lines > 60).length, functions.length)}`,
);
console.log(`as, !, any in 1,000 lines: ${[casts, asserted, any].map(formatPerThousand).join(' / ')}`);
console.log(
  `names ending in Of: ${formatPercent(calls.filter(({ name }) => /[a-z\d]Of$/.test(name)).length, calls.length)}`,
);
console.log(
  `names of one word: ${formatPercent(calls.filter(({ name }) => /^[a-z\d]+$/.test(name)).length, calls.length)}`,
);
console.log(
  `characters a line: ${(written.reduce((sum, line) => sum + line.length, 0) / written.length).toFixed(1)}; over 100: ${formatPercent(written.filter((line) => line.length > 100).length, written.length)}`,
);
console.log(
  `nested ternaries, grouped spreads in 1,000 lines: ${formatPerThousand(nestedTernaries)} / ${formatPerThousand(groupedSpreads)}`,
);
console.log(
  `comments that begin with Returns, What, Of: ${['Returns', 'What', 'Of'].map((word) => comments.filter((one) => one === word).length).join(' / ')}`,
);
