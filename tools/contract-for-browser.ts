import { parseAst } from 'vite';
import { BROWSER_FIELDS } from '../src/contract/route.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/**
 * A file of the contract (as JavaScript) without what only the server reads: the browser parses nothing. Of each route stays what
 * the browser reads (BROWSER_FIELDS); whatever zod makes is nothing, and falls out of the build with all that only it used.
 */
export function contractForBrowser(code: string): string {
  const program = parseAst(code) as unknown as Node;
  const makers = new Set(['z']);
  const cuts: Cut[] = [];
  const look = (node: Node): void => {
    const { init } = node;
    if (node.type === 'VariableDeclarator' && isNode(init) && init.type === 'ArrowFunctionExpression') {
      const { body } = init;
      if (isNode(body) && makers.has(rootOf(body))) makers.add(String((node.id as Node).name));
    }
    if (node.type === 'ObjectExpression' && isRoute(node)) {
      const kept = children(node).filter((one) => isKept(nameOf(one)));
      const text = `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
      cuts.push({ start: node.start, end: node.end, text });
    } else if (node.type === 'CallExpression' && makers.has(rootOf(node))) {
      cuts.push({ start: node.start, end: node.end, text: 'undefined' });
    } else children(node).forEach(look);
  };
  look(program);
  return withoutIdleImports(replaced(code, cuts));
}

/** Without the imports that nothing reads any more: each would pull its module into the first load of every page. */
function withoutIdleImports(code: string): string {
  const statements = children(parseAst(code) as unknown as Node);
  const isImport = ({ type }: Node) => type === 'ImportDeclaration';
  const read = new Set<string>();
  const note = (node: Node): void => {
    if (node.type === 'Identifier') read.add(String(node.name));
    else children(node).forEach(note);
  };
  statements.filter((one) => !isImport(one)).forEach(note);
  const isIdle = (one: Node) =>
    isImport(one) && (one.specifiers as Node[]).every(({ local }) => !read.has(String((local as Node).name)));
  return replaced(
    code,
    statements.filter(isIdle).map(({ start, end }) => ({ start, end, text: '' })),
  );
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const replaced = (code: string, cuts: readonly Cut[]) =>
  cuts.reduceRight((text, cut) => text.slice(0, cut.start) + cut.text + text.slice(cut.end), code);

/** Returns the root of a chain: `z` of `z.string().check(…)`. */
function rootOf(node: Node): string {
  const under = node.type === 'CallExpression' ? node.callee : node.object;
  if (node.type === 'Identifier') return String(node.name);
  return isNode(under) ? rootOf(under) : '';
}

const nameOf = ({ key }: Node) => (isNode(key) ? String(key.name) : '');

const isKept = (name: string) => (BROWSER_FIELDS as readonly string[]).includes(name);

function isRoute(node: Node): boolean {
  const names = children(node).map(nameOf);
  return ['method', 'path', 'access'].every((name) => names.includes(name));
}
