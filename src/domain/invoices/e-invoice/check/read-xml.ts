/** An element as it is written, prefix included. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, with single spaces and none around it, as most rules read it. */
  readonly text: string;
  /** Its own text as it stands. */
  readonly written: string;
}

const HEAD = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/;
const TOKEN = /<(\/?)([\w:]+)((?:[ \t\r\n]+[\w:]+="[^"<]*")*)[ \t\r\n]*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:]+)="([^"]*)"/g;
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  written: string;
}

/**
 * Reads the part of XML that invoices use: a head, elements, attributes and text, without comments, CDATA or a document type. Returns null
 * for anything else, and for a text that is not well-formed.
 */
export function readXml(xml: string): XmlElement | null {
  const [head] = HEAD.exec(xml) ?? [];
  if (head === undefined || FORBIDDEN.test(xml)) return null;
  const outside: OpenElement = { name: '', attributes: {}, children: [], written: '' };
  const open: OpenElement[] = [outside];
  let end = head.length;
  for (const [token, slash, name, attributes = '', empty, text] of xml.slice(head.length).matchAll(TOKEN)) {
    end += token.length;
    const current = open.at(-1) ?? outside;
    if (text !== undefined) {
      const plain = withoutEntities(text);
      if (plain === null) return null;
      current.written += plain;
    } else if (slash) {
      if (current.name !== name || open.length === 1 || attributes !== '' || empty) return null;
      closeElement(open);
    } else if (name) {
      const read = parseAttributes(attributes);
      if (read === null) return null;
      open.push({ name, attributes: read, children: [], written: '' });
      if (empty) closeElement(open);
    }
  }
  const [root] = outside.children;
  const isWhole = end === xml.length && open.length === 1 && outside.children.length === 1;
  return isWhole && outside.written.trim() === '' ? (root ?? null) : null;
}

function closeElement(open: OpenElement[]): void {
  const done = open.pop();
  if (done)
    open
      .at(-1)
      ?.children.push({ ...done, text: done.written.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '') });
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

/** Replaces the five entities; null where a & begins none of them, and for the end of a CDATA section. */
function withoutEntities(text: string): string | null {
  let isKnown = !text.includes(']]>');
  const plain = text.replace(/&(?:(\w+);)?/g, (_, name: string | undefined) => {
    const sign = name === undefined ? undefined : ENTITIES[name];
    isKnown &&= sign !== undefined;
    return sign ?? '';
  });
  return isKnown ? plain : null;
}
