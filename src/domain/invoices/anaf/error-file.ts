/** Returns the sentences of ANAF's file of errors, one a line; empty: it has none. */
export function readErrors(xml: string): string {
  const found = [...xml.matchAll(/\berrorMessage\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return found
    .map(([, double, single]) => resolveEntities(double ?? single ?? '').trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MOST_LETTERS);
}

const MOST_LETTERS = 5000;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function resolveEntities(text: string): string {
  return text.replace(/&(#?\w{1,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
  });
}

/** Returns what a buyer wrote about a document; empty: nothing is there. */
export function readBuyerMessage(xml: string): string {
  const [, double, single] = /\bmessage\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(xml) ?? [];
  return resolveEntities(double ?? single ?? '')
    .trim()
    .slice(0, MOST_LETTERS);
}

/** Returns the index of the document that a buyer's message is about, from its entry in the list; null: it names none. */
export function indexOfObjection(details: string): string | null {
  return /id_incarcare\s*=\s*0*([1-9]\d{0,19})/.exec(details)?.[1] ?? null;
}

/** Two files are the same document: its number, day, seller and sum are. For a file that ANAF wrote anew. */
export function isSameDocument(one: string, other: string): boolean {
  const facts = factsOf(one);
  return facts.every(Boolean) && facts.join('|') === factsOf(other).join('|');
}

function factsOf(xml: string): string[] {
  const first = (pattern: RegExp) => pattern.exec(xml)?.[1]?.trim() ?? '';
  const seller = first(/<(?:\w+:)?AccountingSupplierParty\b([\s\S]*?)<\/(?:\w+:)?AccountingSupplierParty>/);
  return [
    first(/<(?:\w+:)?ID\b[^>]*>([^<]+)</),
    first(/<(?:\w+:)?IssueDate\b[^>]*>([^<]+)</),
    /<(?:\w+:)?CompanyID\b[^>]*>(?:RO)?([^<]+)</.exec(seller)?.[1]?.trim() ?? '',
    first(/<(?:\w+:)?PayableAmount\b[^>]*>([^<]+)</),
    first(/<(?:\w+:)?TaxInclusiveAmount\b[^>]*>([^<]+)</),
  ];
}
