/** An element that a mutation changes. Text and attributes are kept as they are written, with their entities. */
export interface Node {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Node[];
  text: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Reads a document of the product's builder. Spaces between elements are not kept. */
export function parseDocument(xml: string): Node {
  const outside: Node = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [outside];
  for (const [, end, name, attributes = '', text = ''] of xml.matchAll(/<(\/?)([\w:]+)([^>]*)>([^<]*)/g)) {
    if (end) open.pop();
    else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)];
      const node: Node = {
        name: name ?? '',
        attributes: new Map(pairs.map(([, key = '', value = '']) => [key, value])),
        children: [],
        text: text.trim() === '' ? '' : text,
      };
      open.at(-1)?.children.push(node);
      open.push(node);
    }
  }
  const [root] = outside.children;
  if (!root) throw new Error('the document has no root');
  return root;
}

export function writeDocument(root: Node): string {
  return `${HEAD}${writeNode(root)}\n`;
}

function writeNode({ name, attributes, children, text }: Node): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('');
  return `<${name}${written}>${text}${children.map(writeNode).join('')}</${name}>`;
}

export function copyNode({ name, attributes, children, text }: Node): Node {
  return { name, attributes: new Map(attributes), children: children.map(copyNode), text };
}

/** Returns an element and all in it. */
export function listNodes(node: Node): Node[] {
  return [node, ...node.children.flatMap(listNodes)];
}
