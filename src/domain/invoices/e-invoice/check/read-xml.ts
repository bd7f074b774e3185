/** An element as it is written, prefix included. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, with single spaces and none around it, as the rules read it. */
  readonly text: string;
}

const TOKEN = /<\?xml [^>]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:]+)="([^"]*)"/g;
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads the part of XML that invoices use: elements, attributes and text, without comments, CDATA or a document type. Returns null for
 * anything else and for what is not well-formed.
 */
export function readXml(xml: string): XmlElement | null {
  if (FORBIDDEN.test(xml)) return null;
  const outside: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [outside];
  let end = 0;
  for (const [token, slash, name, attributes = '', empty, text] of xml.matchAll(TOKEN)) {
    end += token.length;
    const current = open.at(-1) ?? outside;
    if (text !== undefined) {
      const plain = withoutEntities(text);
      if (plain === null) return null;
      current.text += plain;
    } else if (slash) {
      if (current.name !== name || open.length === 1) return null;
      closeElement(open);
    } else if (name) {
      const read = parseAttributes(attributes);
      if (read === null) return null;
      open.push({ name, attributes: read, children: [], text: '' });
      if (empty) closeElement(open);
    }
  }
  const [root] = outside.children;
  const isWhole = end === xml.length && open.length === 1 && outside.children.length === 1;
  return isWhole && outside.text.trim() === '' ? (root ?? null) : null;
}

function closeElement(open: OpenElement[]): void {
  const done = open.pop();
  if (done) open.at(-1)?.children.push({ ...done, text: done.text.replace(/\s+/g, ' ').trim() });
}

function parseAttributes(written: string): Record<string, string> | null {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of written.matchAll(ATTRIBUTE)) {
    const plain = withoutEntities(value);
    if (plain === null || Object.hasOwn(attributes, name)) return null;
    attributes[name] = plain;
  }
  return attributes;
}

/** Null where a & begins none of the five. */
function withoutEntities(text: string): string | null {
  let isKnown = true;
  const plain = text.replace(/&(?:(\w+);)?/g, (_, name: string | undefined) => {
    const sign = name === undefined ? undefined : ENTITIES[name];
    isKnown &&= sign !== undefined;
    return sign ?? '';
  });
  return isKnown ? plain : null;
}
