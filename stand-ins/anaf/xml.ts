/** A small reader of XML: well-formedness with the place of the fault, names, attributes and texts. It knows no document types. */

export interface Node {
  /** Without its prefix. */
  readonly name: string;
  readonly space: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

export interface Read {
  readonly root: Node;
  /** Where the start tag of the root ends. */
  readonly place: Place;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** What Xerces would say, with the line and the column. */
export class XmlFault extends Error {
  readonly place: Place;
  constructor(words: string, place: Place) {
    super(words);
    this.place = place;
  }
}

interface Open {
  readonly node: Node;
  readonly fullName: string;
  readonly spaces: Readonly<Record<string, string>>;
}

const NAME = /[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?/uy;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML does not allow
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u;
const OUTSIDE: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];

export function parseXml(bytes: Uint8Array): Read {
  return new Reader(decode(bytes)).read();
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlFault('Invalid byte 1 of 1-byte UTF-8 sequence.', { line: 1, column: 1 });
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  readonly #open: Open[] = [];
  #root: Read | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Read {
    const strange = INVALID.exec(this.#text);
    if (strange !== null) {
      this.#at = strange.index;
      const code = strange[0].charCodeAt(0).toString(16);
      throw this.#fail(`An invalid XML character (Unicode: 0x${code}) was found in the document.`);
    }
    while (this.#at < this.#text.length) this.#step();
    const open = this.#open.at(-1);
    if (open !== undefined || this.#root === null)
      throw this.#fail('XML document structures must start and end within the same entity.');
    return this.#root;
  }

  #step(): void {
    const outside = OUTSIDE.find(([start]) => this.#text.startsWith(start, this.#at));
    if (outside !== undefined) this.#skip(outside);
    else if (this.#text.startsWith('<![CDATA[', this.#at)) this.#readCdata();
    else if (this.#text.startsWith('<!', this.#at)) throw this.#fail('DOCTYPE is disallowed.');
    else if (this.#text.startsWith('</', this.#at)) this.#readEnd();
    else if (this.#text.startsWith('<', this.#at)) this.#readStart();
    else this.#readText();
  }

  #skip([start, end]: readonly [string, string]): void {
    const until = this.#text.indexOf(end, this.#at + start.length);
    if (until < 0) throw this.#fail('XML document structures must start and end within the same entity.');
    this.#at = until + end.length;
  }

  #readCdata(): void {
    const from = this.#at + '<![CDATA['.length;
    this.#skip(['<![CDATA[', ']]>']);
    const { node } = this.#top();
    node.text += this.#text.slice(from, this.#at - ']]>'.length);
  }

  #readText(): void {
    const until = this.#text.indexOf('<', this.#at);
    const end = until < 0 ? this.#text.length : until;
    const text = this.#text.slice(this.#at, end);
    if (text.includes(']]>'))
      throw this.#fail(
        'The character sequence "]]>" must not appear in content unless used to mark the end of a CDATA section.',
      );
    if (this.#open.length > 0) this.#top().node.text += this.#resolve(text);
    else if (text.trim() !== '')
      throw this.#fail(
        this.#root === null
          ? 'Content is not allowed in prolog.'
          : 'Content is not allowed in trailing section.',
      );
    this.#at = end;
  }

  #readEnd(): void {
    this.#at += 2;
    const name = this.#readName();
    this.#skipSpace();
    const open = this.#top();
    if (open.fullName !== name || this.#text[this.#at] !== '>')
      throw this.#fail(
        `The element type "${open.fullName}" must be terminated by the matching end-tag "</${open.fullName}>".`,
      );
    this.#at += 1;
    this.#open.pop();
  }

  #readStart(): void {
    if (this.#open.length === 0 && this.#root !== null)
      throw this.#fail('The markup in the document following the root element must be well-formed.');
    this.#at += 1;
    const fullName = this.#readName();
    const attributes = this.#readAttributes(fullName);
    const isEmpty = this.#text[this.#at] === '/';
    this.#at += isEmpty ? 2 : 1;
    if (this.#text[this.#at - 1] !== '>')
      throw this.#fail(
        `Element type "${fullName}" must be followed by either attribute specifications, ">" or "/>".`,
      );
    const spaces = { ...this.#open.at(-1)?.spaces };
    for (const [key, value] of Object.entries(attributes)) {
      if (key === 'xmlns') spaces[''] = value;
      if (key.startsWith('xmlns:')) spaces[key.slice(6)] = value;
    }
    const [prefix, name] = splitName(fullName);
    const space = spaces[prefix];
    if (space === undefined && prefix !== '')
      throw this.#fail(`The prefix "${prefix}" for element "${fullName}" is not bound.`);
    const node: Node = {
      name,
      space: space ?? '',
      attributes,
      children: [],
      text: '',
    };
    this.#open.at(-1)?.node.children.push(node);
    this.#root ??= { root: node, place: this.#findPlace() };
    if (!isEmpty) this.#open.push({ node, fullName, spaces });
  }

  #readAttributes(element: string): Record<string, string> {
    const attributes: Record<string, string> = {};
    while (true) {
      this.#skipSpace();
      const mark = this.#text[this.#at];
      if (mark === '>' || mark === '/' || mark === undefined) return attributes;
      const name = this.#readName();
      this.#skipSpace();
      if (this.#text[this.#at] !== '=')
        throw this.#fail(
          `Attribute name "${name}" associated with an element type "${element}" must be followed by the ' = ' character.`,
        );
      this.#at += 1;
      this.#skipSpace();
      const quote = this.#text[this.#at] ?? '';
      const end = this.#text.indexOf(quote, this.#at + 1);
      if (!/^["']$/u.test(quote) || end < 0)
        throw this.#fail(`Open quote is expected for attribute "${name}" associated with an element type.`);
      if (this.#text.slice(this.#at, end).includes('<'))
        throw this.#fail(
          `The value of attribute "${name}" associated with an element type "${element}" must not contain the '<' character.`,
        );
      if (name in attributes)
        throw this.#fail(`Attribute "${name}" was already specified for element "${element}".`);
      attributes[name] = this.#resolve(this.#text.slice(this.#at + 1, end));
      this.#at = end + 1;
    }
  }

  #readName(): string {
    NAME.lastIndex = this.#at;
    const [name] = NAME.exec(this.#text) ?? [];
    if (name === undefined)
      throw this.#fail('The content of elements must consist of well-formed character data or markup.');
    this.#at += name.length;
    return name;
  }

  #resolve(text: string): string {
    return text.replace(/&(#?\w*;)?/gu, (_, reference?: string) => this.#resolveOne(reference));
  }

  /** Takes `amp;`, `#38;` or `#x26;`. */
  #resolveOne(reference: string | undefined): string {
    if (reference === undefined)
      throw this.#fail("The entity name must immediately follow the '&' in the entity reference.");
    const [, hex, digits] = /^#(?:x([0-9a-fA-F]+)|(\d+));$/u.exec(reference) ?? [];
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    if (isCharacter(code)) return String.fromCodePoint(code);
    if (!Number.isNaN(code))
      throw this.#fail(`Character reference "&${reference.slice(0, -1)}" is an invalid XML character.`);
    const name = reference.slice(0, -1);
    const known = ENTITIES[name];
    if (known === undefined) throw this.#fail(`The entity "${name}" was referenced, but not declared.`);
    return known;
  }

  #skipSpace(): void {
    while (/^\s$/u.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #top(): Open {
    const open = this.#open.at(-1);
    if (open === undefined) throw this.#fail('Content is not allowed in prolog.');
    return open;
  }

  #fail(words: string): XmlFault {
    return new XmlFault(words, this.#findPlace());
  }

  #findPlace(): Place {
    const before = this.#text.slice(0, this.#at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !INVALID.test(String.fromCodePoint(code));
}

function splitName(full: string): [string, string] {
  const [first = '', second] = full.split(':');
  return second === undefined ? ['', first] : [first, second];
}

/** Returns the nodes at a path of names, such as `InvoiceLine/Price`. */
export function listNodes(node: Node, path: string): Node[] {
  return path
    .split('/')
    .reduce<Node[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [node],
    );
}

/** Returns the text of the first node at a path, or null when it is missing or empty. */
export function findText(node: Node, path: string): string | null {
  const text = listNodes(node, path)[0]?.text.trim() ?? '';
  return text === '' ? null : text;
}
