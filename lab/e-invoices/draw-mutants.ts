import { pick, type Random, randomFrom } from '../scenes/random.ts';
import { copyNode, listNodes, type Node, parseDocument, writeDocument } from './tree.ts';
import { ATTRIBUTES, TEXTS, VALUES_OF_ATTRIBUTES } from './wrong-values.ts';

export const MUTATIONS = ['drop', 'double', 'move', 'empty', 'set', 'attributes'] as const;
type Mutation = (typeof MUTATIONS)[number];

const NUMBER = /^-?\d+\.\d\d$/;

export interface Mutant {
  readonly shape: string;
  readonly mutation: Mutation;
  /** What was done, „set cbc:TaxAmount to "+17.36"”. */
  readonly change: string;
  readonly xml: string;
}

/** Draws so many different mutants of a document by each mutation, at most a tenth of the tries in vain. */
export function drawMutants(
  shape: string,
  xml: string,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Mutant[] {
  const random = randomFrom(seed);
  const before = writeDocument(parseDocument(xml));
  const seen = new Set([before]);
  return MUTATIONS.flatMap((mutation) => {
    const mutants: Mutant[] = [];
    for (let tries = 0; mutants.length < count && tries < count * 10; tries++) {
      const document = parseDocument(xml);
      const change = MAKERS[mutation](document, random);
      const text = writeDocument(document);
      if (change === null || seen.has(text)) continue;
      seen.add(text);
      mutants.push({ shape, mutation, change: `${mutation} ${change}`, xml: text });
    }
    return mutants;
  });
}

/** Changes a document in place and says how; null where what was drawn cannot be. */
const MAKERS: Readonly<Record<Mutation, (document: Node, random: Random) => string | null>> = {
  drop: (document, random) => {
    const { node, parent } = drawChild(document, random);
    parent.children.splice(parent.children.indexOf(node), 1);
    return node.name;
  },
  double: (document, random) => {
    const { node, parent } = drawChild(document, random);
    parent.children.splice(parent.children.indexOf(node), 0, copyNode(node));
    return node.name;
  },
  move: (document, random) => {
    const { node, parent } = drawChild(document, random);
    parent.children.splice(parent.children.indexOf(node), 1);
    const aggregates = listNodes(document).filter(({ name }) => !name.startsWith('cbc:'));
    const target = random() < 0.6 ? parent : drawFrom(random, aggregates);
    const place = Math.floor(random() * (target.children.length + 1));
    target.children.splice(place, 0, node);
    return `${node.name} to place ${place} of ${target.name}`;
  },
  empty: (document, random) => {
    const { node } = drawChild(document, random);
    node.children.length = 0;
    node.text = pick(random, ['', '', ' ', '\n']);
    return node.name;
  },
  set: (document, random) => {
    const leaves = listLeaves(document);
    const node = drawFrom(random, leaves);
    const before = node.text;
    const others = leaves.map(({ text }) => text);
    const draw = random();
    if (draw < 0.15) node.text = drawFrom(random, others);
    else if (draw < 0.4 && NUMBER.test(before)) node.text = drawNearNumber(random, Number(before));
    else if (draw < 0.3) node.text = pick(random, [` ${before}`, `${before} `, `\n${before}`, `${before}\t`]);
    else node.text = drawFrom(random, TEXTS);
    if (draw > 0.95) for (const leaf of leaves) if (leaf.text === before) leaf.text = node.text;
    return `${node.name} to ${JSON.stringify(node.text.slice(0, 40))}`;
  },
  attributes: (document, random) => {
    const nodes = listNodes(document);
    const bearers = nodes.filter(({ attributes }) => attributes.size > 0);
    const node = drawFrom(random, random() < 0.7 ? bearers : nodes);
    const known = [...node.attributes.keys()];
    const draw = random();
    const name = draw < 0.7 && known.length > 0 ? drawFrom(random, known) : drawFrom(random, ATTRIBUTES);
    if (draw < 0.2 && node.attributes.delete(name)) return `${node.name} without ${name}`;
    const value = drawFrom(random, VALUES_OF_ATTRIBUTES);
    for (const one of random() < 0.2 ? nodes : [node])
      if (one === node || one.attributes.has(name)) one.attributes.set(name, value);
    return `${node.name} ${name}="${value}"`;
  },
};

function drawNearNumber(random: Random, number: number): string {
  const near = [number + 0.01, number - 0.01, number + 1, number - 1, number + 2, -number, number * 100];
  return drawFrom(random, near).toFixed(2);
}

function drawFrom<T>(random: Random, choices: readonly T[]): T {
  return pick(random, choices as unknown as readonly [T, ...T[]]);
}

function listLeaves(document: Node): Node[] {
  return listNodes(document).filter(({ name }) => name.startsWith('cbc:'));
}

function drawChild(document: Node, random: Random): { readonly node: Node; readonly parent: Node } {
  const pairs = listNodes(document).flatMap((parent) => parent.children.map((node) => ({ node, parent })));
  return drawFrom(random, pairs);
}
