import postcss from 'postcss';
import { type ESTree, parseAst } from 'vite';
import { type Lacking, lacks, listParts, type Safari, TABLE } from './browser-support.ts';

/** The interfaces of a page's well-known objects. */
const OBJECTS: Readonly<Record<string, string>> = {
  caches: 'CacheStorage.prototype',
  crypto: 'Crypto.prototype',
  document: 'Document.prototype',
  history: 'History.prototype',
  location: 'Location.prototype',
  navigator: 'Navigator.prototype',
  performance: 'Performance.prototype',
  screen: 'Screen.prototype',
  window: 'Window.prototype',
};
const ITERATING = ['entries', 'keys', 'matchAll', 'values'];

type Node = ESTree.Node;
type Look = (node: Node, parent: Node | null, key: string) => void;

function walk(
  node: unknown,
  look: Look,
  { parent = null, at = '' }: { parent?: Node | null; at?: string } = {},
): void {
  if (Array.isArray(node)) for (const one of node) walk(one, look, { parent, at });
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  look(node as Node, parent, at);
  for (const [key, child] of Object.entries(node)) walk(child, look, { parent: node as Node, at: key });
}

/**
 * Counts the uses of lacking features in these scripts: `Map.groupBy`, `.union()`, `new Iterator`, an iterator's `.map()`, /…/v.
 * What is asked for first is no use: behind `typeof`, or with `?.` after it. Types are not known here, so of properties only those
 * of well-known objects are found, and methods only where no script has one of that name itself.
 */
export function usedInScripts(scripts: readonly string[], lacking: Lacking): Map<string, number> {
  const used = new Map<string, number>();
  const note = (what: string) => used.set(what, (used.get(what) ?? 0) + 1);
  const trees = scripts.map((script) => parseAst(script));
  const own = new Set<string>();
  for (const tree of trees) walk(tree, (node) => addOwnName(node, own));
  for (const tree of trees) {
    const locals = new Set<string>();
    walk(tree, (node, parent, key) => addLocal(node, parent, { key, locals }));
    walk(tree, (node, parent, key) => {
      if (node.type === 'Literal' && 'regex' in node && node.regex.flags.includes('v')) note('/…/v');
      if (node.type === 'Identifier' && !isName(parent, key) && !isAsked(node, parent)) {
        if (lacking.globals.has(node.name) && !locals.has(node.name)) note(node.name);
      }
      if (node.type !== 'MemberExpression' || isAsked(node, parent)) return;
      const { object, property } = node;
      const name = getNodeName(property, node.computed);
      if (name === null) return;
      const owner = object.type === 'Identifier' ? (OBJECTS[object.name] ?? object.name) : '';
      const isCalled = parent?.type === 'CallExpression' && key === 'callee';
      if (lacking.known.has(`${owner}.${name}`)) {
        if (lacking.members.has(`${owner}.${name}`)) note(`${owner}.${name}`);
      } else if (isCalled && lacking.names.has(name) && !own.has(name)) note(`.${name}()`);
      if (isCalled && lacking.members.has(`Iterator.prototype.${name}`) && isIterator(object))
        note(`Iterator.prototype.${name}`);
    });
  }
  return used;
}

function getNodeName(node: Node, computed: boolean): string | null {
  if (node.type === 'Identifier' && !computed) return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** Names that scripts give to members of their own. */
function addOwnName(node: Node, own: Set<string>): void {
  let name: string | null = null;
  if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
    name = getNodeName(node.key, node.computed);
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
    name = getNodeName(node.left.property, node.left.computed);
  if (name !== null) own.add(name);
}

function addLocal(
  node: Node,
  parent: Node | null,
  { key, locals }: { key: string; locals: Set<string> },
): void {
  if (node.type !== 'Identifier' || parent === null) return;
  const declares =
    (parent.type === 'VariableDeclarator' && key === 'id') ||
    (/Function|Class/.test(parent.type) && (key === 'params' || key === 'id')) ||
    (/^Import.*Specifier$/.test(parent.type) && key === 'local');
  if (declares) locals.add(node.name);
}

const isName = (parent: Node | null, key: string) =>
  (parent?.type === 'MemberExpression' && key === 'property' && !parent.computed) ||
  ((parent?.type === 'Property' ||
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition') &&
    key === 'key');

const isAsked = (node: Node, parent: Node | null) =>
  (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') ||
  (parent?.type === 'MemberExpression' && parent.optional && parent.object === node) ||
  (parent?.type === 'CallExpression' && parent.optional && parent.callee === node);

/** `map.keys()`; Object's and a cache's are arrays. */
function isIterator(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return (
    property.type === 'Identifier' &&
    ITERATING.includes(property.name) &&
    !(object.type === 'Identifier' && object.name === 'Object')
  );
}

/** At-rules, properties and functions that are lacking; what stands behind a prefix too or in an @supports is not. */
export function usedInStyles(stylesheet: string, browsers: readonly Safari[]): Set<string> {
  const used = new Set<string>();
  const { 'at-rules': rules = {}, properties = {}, types = {} } = TABLE.css;
  const functions = lackingFunctions(types, browsers);
  const root = postcss.parse(stylesheet);
  root.walkAtRules(({ name }) => {
    if (lacks(rules[name], browsers)) used.add(`@${name}`);
  });
  root.walkDecls((declaration) => {
    const { prop, value, parent } = declaration;
    if (prop.startsWith('-') || isInSupports(declaration)) return;
    const isPrefixed = parent?.some((other) => other.type === 'decl' && other.prop === `-webkit-${prop}`);
    if (lacks(properties[prop], browsers) && !isPrefixed) used.add(prop);
    for (const [, name = ''] of value.matchAll(/([a-z-]+)\(/g))
      if (functions.has(name)) used.add(`${name}()`);
  });
  return used;
}

function isInSupports({ parent }: { readonly parent?: unknown }): boolean {
  if (!(parent instanceof postcss.Node)) return false;
  return (parent instanceof postcss.AtRule && parent.name === 'supports') || isInSupports(parent);
}

function lackingFunctions(
  tree: typeof TABLE.css,
  browsers: readonly Safari[],
  found = new Set<string>(),
): Set<string> {
  for (const [name, feature] of listParts(tree)) {
    if (lacks(feature, browsers)) found.add(name);
    lackingFunctions(feature, browsers, found);
  }
  return found;
}
